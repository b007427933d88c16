import type { StaffOrder } from '#contract/calls/staff.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';

/** An order as the overview has it: two pieces sent, none served, nothing paid. */
export function createStaffOrder(fields: Partial<StaffOrder> = {}): StaffOrder {
  return {
    id: 'o1',
    sessionId: 's1',
    serial: 'A1',
    tableId: '1',
    tableName: '1',
    type: 0,
    status: orderStatus.progressing,
    paymentStatus: paymentStatus.unpaid,
    sendStatus: sendStatus.allSent,
    rounds: 1,
    guests: 2,
    pieces: 2,
    newPieces: 0,
    totalAmount: '20.00',
    owed: '20.00',
    paidTooMuch: '0.00',
    unserved: 2,
    isClosed: false,
    waitsSince: null,
    createAt: 0,
    updateAt: 0,
    ...fields,
  };
}

/** A line of an order that is not sent yet. */
export function createPlacedItem(fields: Partial<PlacedItem> = {}): PlacedItem {
  return {
    id: 'l1',
    productId: 'p1',
    categoryId: 'c1',
    name: 'Beef noodles',
    price: '10.00',
    quantity: 2,
    notes: '',
    orderItemModifiers: [],
    userId: 'u1',
    userName: 'Ann',
    round: 1,
    ...fields,
  };
}
