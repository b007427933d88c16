import { allLines, cartStamp, type Place } from './carts.ts';
import type { Coupon, House, Line, Order, OrderLine } from '../house.ts';
import { sectionsOf } from '../menu/merchant-answers.ts';
import { cartVersionOf, openOrder, orderStatus, paymentStatus, type Preview } from './orders.ts';
import { shownName } from '../people.ts';
import { amount, lineCents, totalsOf } from './totals.ts';

type Owned = { personId: string; line: Line | OrderLine };

/** What an order answer is made of, whether it is a cart, a preview or an order. */
interface Sketch {
  lines: Owned[];
  coupon: { coupon: Coupon; personId: string } | null;
  fields: object;
}

/** `GET /api/shoppingCart`: everybody's lines and the numbers of the cart. */
export function cartAnswer(house: House, place: Place): object {
  if (house.switches.cartAnswer === 'order') return cartAsOrder(house, place, 'get');
  const row = house.carts.get(place.cart);
  return {
    userCarts: userCarts(house, allLines(row)),
    ...stampOf(house, place.cart, 'get'),
    lastOperateTime: row?.lastOperateTime ?? null,
  };
}

/** The answer of `POST /api/shoppingCart`: the cart as an order that is not placed yet, with id 0. */
export function cartAsOrder(house: House, place: Place, how: 'get' | 'post'): object {
  const row = house.carts.get(place.cart);
  const lines = allLines(row);
  const answer = orderFields(house, {
    lines,
    coupon: null,
    fields: {
      ...unplaced(house, place),
      guests: guestsOf(house, place.cart) || 1,
      type: row?.orderType ?? openOrder(house, place.cart)?.type ?? null,
      notes: row?.notes ?? '',
      createAt: row?.updateAt ?? null,
    },
  });
  const own = lines.filter((each) => each.personId === place.person.id);
  return {
    ...answer,
    orderItems: own.map((each) => lineAnswer(house, each.line)),
    ...stampOf(house, place.cart, how),
  };
}

/** The table session that `POST /api/shoppingCart/initialize` answers. */
export function sessionAnswer(house: House, place: Place): object {
  const order = cartAsOrder(house, place, 'post');
  return {
    tableId: place.table?.id ?? null,
    guestCount: guestsOf(house, place.cart),
    orderType: 'type' in order ? order.type : null,
    order,
  };
}

/** The guest count of a cart: its own, else the open order's, else 0. */
export function guestsOf(house: House, cart: string): number {
  return house.carts.get(cart)?.guests ?? openOrder(house, cart)?.guests ?? 0;
}

/** The answer of `POST /api/merchant/order/preview`. */
export function previewAnswer(house: House, preview: Preview): object {
  const { person, cart, coupon } = preview;
  return {
    ...orderFields(house, {
      lines: preview.lines,
      coupon: coupon ? { coupon, personId: person.id } : null,
      fields: { ...unplaced(house, preview), guests: guestsOf(house, cart) || 1, createAt: house.now() },
    }),
    ...stampOf(house, cart, 'post'),
  };
}

/** An order in the fields of the contract. */
export function orderAnswer(house: House, order: Order): object {
  const person = house.people.get(order.personId);
  return orderFields(house, {
    lines: order.lines.map((line) => ({ personId: line.personId, line })),
    coupon: order.coupon,
    fields: {
      id: order.id,
      serial: order.serial,
      type: order.type,
      customerId: order.personId,
      customer: shownName(person),
      status: order.status,
      notes: house.switches.notes === 'veryLong' ? order.notes.padEnd(5_000, ' and so on') : order.notes,
      tableId: order.table?.id ?? null,
      tableName: order.table?.name ?? null,
      guests: order.guests,
      paymentStatus: order.paymentStatus,
      sendStatus: 2,
      isPrinted: true,
      createAt: order.createAt,
      updateAt: order.updateAt,
      rowVersion: order.rowVersion,
      memberId: person?.registered ? person.id : null,
      orderCode: order.orderCode,
      extraInfo: order.extraInfo,
      cartRowVersion: house.switches.cartVersion === 'updateAtOnly' ? null : cartVersionOf(house, order),
    },
  });
}

function unplaced(house: House, { person, table }: Place): object {
  return {
    id: '0',
    customerId: person.id,
    customer: shownName(person),
    memberId: person.registered ? person.id : null,
    tableId: table?.id ?? null,
    tableName: table?.name ?? null,
    updateAt: house.now(),
  };
}

function stampOf(house: House, cart: string, how: 'get' | 'post'): object {
  const { version, updateAt } = cartStamp(house, cart);
  const { cartVersion } = house.switches;
  const told = cartVersion === 'everywhere' || (cartVersion === 'postOnly' && how === 'post');
  return told ? { cartRowVersion: version, updateAt } : { updateAt };
}

function orderFields(house: House, { lines, coupon, fields }: Sketch): object {
  const totals = totalsOf(
    house,
    lines.map((each) => each.line),
    coupon?.coupon,
  );
  const adjustments = [
    ...(totals.discount > 0
      ? [{ category: 'coupon', target: 'order', amount: -amount(totals.discount) }]
      : []),
    ...(totals.charge > 0 ? [{ category: 'charge', target: 'order', amount: amount(totals.charge) }] : []),
  ];
  const extras = {
    orderTaxes: [{ name: 'Sales tax', rate: house.switches.taxRate, amount: amount(totals.tax) }],
    orderCoupons: coupon ? [couponAnswer(coupon)] : [],
  };
  return {
    serial: '',
    type: null,
    status: orderStatus.progressing,
    isTaxFree: false,
    notes: '',
    orderItems: lines.map((each) => lineAnswer(house, each.line)),
    ...(house.switches.orderFields === 'withoutTaxesAndCoupons' ? {} : extras),
    priceAdjustments: adjustments,
    paymentStatus: paymentStatus.unpaid,
    sendStatus: 0,
    isPrinted: false,
    totalAmount: amount(totals.total),
    paymentsTotal: 0,
    paymentsTips: 0,
    paymentsChange: 0,
    totalTaxAmount: amount(totals.tax),
    subTotalAmount: amount(totals.subTotal),
    totalDiscountAmount: amount(totals.discount),
    totalChargeAmount: amount(totals.charge),
    totalTipsAmount: 0,
    regionId: null,
    staffName: null,
    staffId: null,
    payments: [],
    customerProducts: [],
    extraInfo: '',
    thirdPartyOrderId: null,
    sourceType: 4,
    thirdPartyExtraInfo: null,
    rowVersion: 0,
    userCouponIds: coupon ? [coupon.coupon.userCouponId] : [],
    orderCode: '',
    orderMember: null,
    initialPointAmount: 0,
    totalPointAmount: 0,
    userCarts: userCarts(house, lines),
    ...fields,
  };
}

function userCarts(house: House, lines: Owned[]): object[] {
  const people = [...new Set(lines.map((each) => each.personId))];
  return people.map((personId) => {
    const own = lines.filter((each) => each.personId === personId).map((each) => each.line);
    const isInvalid = (line: Line): boolean => line.product.soldOut && !('sentAt' in line);
    return {
      userId: personId,
      orderItems: own.filter((each) => !isInvalid(each)).map((each) => lineAnswer(house, each)),
      invalidOrderItems: own.filter(isInvalid).map((each) => lineAnswer(house, each)),
    };
  });
}

function lineAnswer(house: House, line: Line | OrderLine): object {
  const placed = 'sentAt' in line ? line : undefined;
  const diner = placed && house.switches.orderFields === 'withDiners' ? dinerOf(house, placed) : {};
  return {
    id: line.id,
    orderId: placed?.orderId ?? null,
    productId: line.product.id,
    ...sectionsOf(house.menus, line.product.id),
    price: line.product.price,
    originalPrice: line.product.originalPrice,
    quantity: line.quantity,
    coefficient: 1,
    notes: line.notes,
    isTaxFree: line.product.isTaxFree,
    mode: line.carried.mode,
    qtyVoid: placed?.qtyVoid ?? 0,
    voidReason: placed?.voidReason ?? '',
    qtySentToKitchen: placed?.qtySentToKitchen ?? 0,
    waitToSend: false,
    orderItemModifiers: line.modifiers.map(({ id, modifier, quantity }) => ({
      id,
      modifierProductId: modifier.modifierProductId,
      quantity,
      price: modifier.price,
      condiments: [],
    })),
    priceAdjustments: [],
    condiments: line.carried.condiments,
    sentAt: placed?.sentAt ?? null,
    sort: 0,
    type: line.carried.type,
    salesUnitType: line.product.salesUnitType,
    salesUnitFactorList: [],
    pointsPrice: 0,
    itemWithAdjustmentAmount: amount(lineCents(line)),
    couponDiscountAmount: 0,
    ...diner,
  };
}

function dinerOf(house: House, line: OrderLine): object {
  return { userId: line.personId, userName: shownName(house.people.get(line.personId)), round: line.round };
}

function couponAnswer({ coupon, personId }: { coupon: Coupon; personId: string }): object {
  return {
    id: coupon.id,
    userCouponId: coupon.userCouponId,
    name: coupon.name,
    couponType: 'order',
    discountType: coupon.discountType,
    discountValue: coupon.discountValue,
    thresholdAmount: coupon.thresholdAmount,
    maxDiscountAmount: coupon.maxDiscountAmount,
    userId: personId,
  };
}
