/** Plays a random month of a restaurant over HTTP: diners order, and the staff act on their orders. */
import { nanoid } from 'nanoid';
import { moveDishes, type OrderAct } from '#contract/calls/service.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import { closeDay, listClosings } from '#contract/calls/closing.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import { mergeTables } from '#contract/calls/tables.ts';
import type { Order } from '#contract/order-fields.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, type Caller, type ServerUnderTest } from '../server-under-test.ts';
import { actOnOrder, createClose, closeTableSession } from '../staff/acts.ts';
import type { FakeClock } from '#tests/fake-clock.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Unbound<Each> = Each extends OrderAct ? Omit<Each, 'actId' | 'orderId'> : never;
type ActFields = Unbound<OrderAct>;

interface Month {
  readonly days: number;
  readonly ordersADay: number;
  readonly seed: number;
  /** Logs in the person who closes the days. */
  logInAda(): Promise<Caller>;
}

/** Counts of what happened. The test fails if a case is missing. */
export type Seen = Record<string, number>;

export async function playMonth(
  server: ServerUnderTest,
  clock: FakeClock,
  { days, ordersADay, seed, logInAda }: Month,
): Promise<Seen> {
  const seen: Seen = {};
  const note = (what: string) => void (seen[what] = (seen[what] ?? 0) + 1);
  const chance = createRandom(seed);
  const tills = [await server.till(), await server.till(), await server.till()];
  const { simple } = await listDishes(server);
  const pick = () => simple[Math.floor(chance() * Math.min(8, simple.length))]!;
  /** Refunds of the next day. */
  let later: (() => Promise<unknown>)[] = [];
  let orders = 0;

  /** A party of three that has ordered at another table joins this one. Part of its bill is paid already. */
  const joinSession = async (intoTableId: string, staff: Caller): Promise<void> => {
    const member = await server.member(`415${String(5_560_000 + orders)}`);
    const seat = await server.seat(member, String(((orders + 6) % 12) + 1));
    const phone = createTablePhone(server, seat, `j${orders}`);
    await phone.send(
      phone.guests(3),
      phone.add(createItem(simple[0]!), 2),
      phone.add(createItem(simple[1]!), 3),
    );
    const { order } = expectData(await phone.place(nanoid())) as { order: Order };
    const sendAct = async (fields: ActFields) =>
      await server.ask(actOnOrder, { ...staff, body: { ...fields, orderId: order.id, actId: nanoid() } });
    clock.advance(minuteMs);
    await sendAct({ type: 'roundSent', round: 1 });
    await sendAct({ type: 'orderDiscounted', percent: 15, reason: 'late' });
    await sendAct({ type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: 'cold' });
    await sendAct({ type: 'orderPaid', amount: '1.50', tip: '0.50', method: 'cash' });
    clock.advance(minuteMs);
    const body = { actId: nanoid(), tableId: seat.tableId, intoTableId };
    await server.ask(mergeTables, { ...staff, body });
    clock.advance(minuteMs);
    await sendAct({ type: 'dishServed', orderItemId: '1-1', quantity: 1 });
    await sendAct({ type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'cold' });
    note('merged');
  };

  /** Staff move dishes to a new bill in two steps, one of which may be undone, and it is paid. */
  const splitsOff = async (order: Order, staff: Caller): Promise<Order> => {
    // A weighed dish moves as a whole.
    const isDivided = ({ quantity, unitLabel }: Order['orderItems'][number]) => quantity > 1 && !unitLabel;
    const [first, last] = [order.orderItems.find(isDivided), order.orderItems.at(-1)];
    if (!first || !last || first.id === last.id || last.quantity === 0) return order;
    const moves = async (orderItemId: string, quantity: number, to: object = {}) => {
      clock.advance(minuteMs / 2);
      const body = { actId: nanoid(), orderId: order.id, dishes: [{ orderItemId, quantity }], ...to };
      return { ...(await server.ask(moveDishes, { ...staff, body })), actId: body.actId };
    };
    const { to } = await moves(first.id, 1);
    let moved = await moves(last.id, last.quantity, { toOrderId: to.orderId });
    note('moved');
    if (chance() < 0.4) {
      const body = { type: 'takenBack', orderId: order.id, actId: moved.actId } as const;
      moved = { ...moved, ...(await server.ask(actOnOrder, { ...staff, body })) };
      note('moved back');
    }
    clock.advance(minuteMs);
    const bill = await server.ask(staffOrder, { ...staff, params: { id: to.orderId } });
    const amount = calculateOwed(bill);
    const body = { type: 'orderPaid', actId: nanoid(), orderId: to.orderId, amount, method: 'card' } as const;
    await server.ask(actOnOrder, { ...staff, body });
    return moved.order;
  };

  const playVisit = async (n: number): Promise<void> => {
    orders += 1;
    const staff = tills[orders % tills.length]!;
    const member = await server.member(`415${String(5_550_000 + orders)}`);
    const seat = await server.seat(member, String((orders % 12) + 1));
    const phone = createTablePhone(server, seat, `m${orders}`);
    const wait = (most: number) => clock.advance(Math.round(chance() * most * minuteMs));
    const sendAct = async (order: Order, fields: ActFields): Promise<{ order: Order; actId: string }> => {
      const body: OrderAct = { ...fields, orderId: order.id, actId: nanoid() };
      note(fields.type);
      return { order: (await server.ask(actOnOrder, { ...staff, body })).order, actId: body.actId };
    };
    const placeCart = async (more: Record<string, unknown> = {}): Promise<Order> =>
      (expectData(await phone.place(nanoid(), more)) as { order: Order }).order;

    await phone.send(phone.guests(1 + Math.floor(chance() * 5)));
    await phone.send(
      phone.add(createItem(pick()), 1 + Math.floor(chance() * 3)),
      phone.add(createItem(pick()), 2),
    );
    if (chance() < 0.5) {
      const guest = await server.seat(await server.guest(), String((orders % 12) + 1));
      const other = createTablePhone(server, guest, `g${orders}`);
      await other.refresh();
      await other.send(other.add(createItem(pick())));
      await phone.refresh();
    }
    let coupon = {};
    if (chance() < 0.4) {
      const { list } = await server.ask(getCoupons, { ...member, query: { state: 'available' } });
      const usable = list.find(({ thresholdAmount }) => Number(thresholdAmount) === 0);
      if (usable) coupon = { userCouponIds: [usable.userCouponId] };
      if (usable) note('coupon');
    }
    let order = await placeCart(coupon);
    wait(6);
    ({ order } = await sendAct(order, { type: 'roundSent', round: 1 }));
    wait(15);
    const first = order.orderItems[0]!;
    ({ order } = await sendAct(order, {
      type: 'dishServed',
      orderItemId: first.id,
      quantity: first.quantity,
    }));
    // The last party may stay past the end of the business day.
    if (n === ordersADay - 1 && chance() < 0.3) clock.advance(11 * 60 * minuteMs);
    if (chance() < 0.4) {
      await phone.send(phone.add(createItem(pick()), 2));
      order = await placeCart();
      note('second round');
    }
    if (chance() < 0.3) {
      const { id: productId, categoryId } = pick();
      const item = { productId, categoryId, notes: '', modifiers: [] };
      ({ order } = await sendAct(order, { type: 'dishAdded', item, quantity: 1, userId: '' }));
    }
    const { id: orderItemId } = order.orderItems.at(-1)!;
    if (chance() < 0.3)
      ({ order } = await sendAct(order, { type: 'dishVoided', orderItemId, quantity: 1, reason: 'cold' }));
    if (chance() < 0.25) {
      const off = chance() < 0.5 ? { percent: 15 } : { amount: '3.33' };
      const given = await sendAct(order, { type: 'orderDiscounted', ...off, reason: 'late' });
      ({ order } = given);
      if (chance() < 0.3) {
        wait(5);
        const { actId: discountId } = given;
        ({ order } = await sendAct(order, { type: 'discountRemoved', discountId, reason: 'not late' }));
        note('discount removed');
      }
    }
    if (orders % 5 === 2) order = await splitsOff(order, staff);
    if (orders % 9 === 4) {
      await joinSession(seat.tableId, staff);
      const { id } = order;
      order = await server.ask(staffOrder, { ...staff, params: { id } });
    }
    wait(40);
    if (chance() < 0.1) {
      await server.ask(actOnOrder, { ...staff, ...createClose(order, 'cancelled') });
      note('cancelled');
    } else if (chance() < 0.07) note('unpaid');
    else {
      const half = (Number(calculateOwed(order)) / 2).toFixed(2);
      if (chance() < 0.5 && Number(half) > 0) {
        const tip = chance() < 0.5 ? { tip: '2.50' } : {};
        const paid = await sendAct(order, { type: 'orderPaid', amount: half, method: 'cash', ...tip });
        order = paid.order;
        if (chance() < 0.3) {
          const body = { type: 'takenBack', orderId: order.id, actId: paid.actId } as const;
          ({ order } = await server.ask(actOnOrder, { ...staff, body }));
          note('taken back');
        }
      }
      const rest = { amount: calculateOwed(order), method: 'card', tip: '1.20' } as const;
      ({ order } = await sendAct(order, { type: 'orderPaid', ...rest }));
      const back = { amount: '1.00', tip: '0.20', method: 'cash', reason: 'cold' } as const;
      const paid = order;
      if (chance() < 0.15) later.push(() => sendAct(paid, { type: 'orderRefunded', ...back }));
    }
    await closeTableSession(server, staff, seat.tableId);
  };

  for (let day = 0; day < days; day += 1) {
    const dawn = clock.now();
    const dues = later;
    later = [];
    for (const due of dues) {
      await due();
      note('given back another day');
    }
    clock.advance(6 * 60 * minuteMs);
    for (let n = 0; n < ordersADay; n += 1) {
      await playVisit(n);
      clock.advance(Math.round(chance() * 50 * minuteMs));
    }
    const closer = await logInAda();
    const { next } = await server.ask(listClosings, closer);
    // Now and then the closing is forgotten.
    if (next && (day === 0 || chance() < 0.85))
      await server.ask(closeDay, { ...closer, body: { day: next.day } });
    else note('not closed');
    clock.advance(Math.max(minuteMs, dawn + dayMs - clock.now()));
  }
  return seen;
}

/** Random numbers from 0 to 1 by a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
