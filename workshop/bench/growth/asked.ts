/** What is asked of a restaurant's server all evening, by diners, staff, the owner and a till. */
import { nanoid } from 'nanoid';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { listClosings } from '#contract/calls/closing.ts';
import type { Call } from '#contract/http/call.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { exportOrders, getNumbers } from '#contract/calls/numbers.ts';
import { getMemberOrderList } from '#contract/calls/order.ts';
import { staffOrder, staffOverview } from '#contract/calls/staff.ts';
import { orderStatus } from '#contract/states.ts';
import { listOrders } from '#contract/calls/till.ts';
import { nextDay } from '#server/catalogue/business-day.ts';
import { closePaid } from '#server/desk/party/close-paid.ts';
import { dishes, emptyDetail, itemFor } from '#tests/server-cart/table-phone.ts';
import { phone } from '#tests/server-cart/given.ts';
import { merchantId } from '#tests/real-phones/restaurant.ts';
import { staffOf } from '#tests/server/staff/acts.ts';
import type { CallOptions, Diner, DinerAtTable, ServerUnderTest } from '#tests/server/server-under-test.ts';
import { itemAdded } from '#events/item-added.ts';
import { newcomerId, regularId, tableId, today } from './years.ts';

export interface Asked {
  readonly what: string;
  /** What it is held against; default: the second day. */
  readonly since?: 'secondDay' | 'year';
  /** Beforehand, and not of its time. */
  readonly prepare?: () => Promise<unknown>;
  readonly ask: () => Promise<unknown>;
}

export async function asked(server: ServerUnderTest): Promise<readonly Asked[]> {
  const { staffPassword: password } = server;
  const staff = await staffOf(server, { merchantId, password, name: 'Ann' });
  const till = await server.till();
  const asks =
    <P, Q, B, D>(call: Call<P, Q, B, D>, options: CallOptions) =>
    async () =>
      await server.ask(call, options);
  const numbers = (from: string) => asks(getNumbers, { ...staff, query: { from, to: today } });
  const memberToken = async (userId: string) => ({
    token: await server.deps.tokens.issue({ userId, kind: 'member', merchantId, loginId: nanoid() }),
    merchantId,
  });
  const history = async (userId: string) =>
    asks(getMemberOrderList, { ...(await memberToken(userId)), query: { pageIndex: 1 } });
  const { last } = await server.db
    .selectFrom('change_counters')
    .select('last')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const { id: orderId } = await server.db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', orderStatus.progressing)
    .limit(1)
    .executeTakeFirstOrThrow();
  let scans = 0;
  let newcomer: Diner | undefined;
  return [
    {
      what: 'a table: the scan, and all of its cart',
      prepare: async () => (newcomer = await server.guest()),
      ask: async () => {
        const seated = await server.seat(newcomer!, tableId((scans += 1)));
        const query = { merchantId, browserId: 'b', known: '{}' };
        await server.ask(getCart, { ...seated, query });
      },
    },
    await changeAtTable(server),
    { what: 'the staff’s page: tables, and the orders of the day', ask: asks(staffOverview, staff) },
    { what: 'the kitchen’s screen', ask: asks(kitchenScreen, staff) },
    { what: 'an order', ask: asks(staffOrder, { ...staff, params: { id: orderId } }) },
    { what: 'numbers of today', ask: numbers(today) },
    { what: 'numbers of a month', since: 'year', ask: numbers(nextDay(today, -29)) },
    { what: 'numbers of a year', since: 'year', ask: numbers(nextDay(today, -364)) },
    { what: 'the closing of the day', ask: asks(listClosings, staff) },
    {
      what: 'the orders of today as a file',
      ask: asks(exportOrders, { ...staff, query: { day: today, format: 'csv' } }),
    },
    { what: 'what a newcomer has ordered', ask: await history(newcomerId(3)) },
    { what: 'what a regular has ordered', since: 'year', ask: await history(regularId(7)) },
    { what: 'a till: the first fifty orders', ask: asks(listOrders, { ...till, query: { limit: 50 } }) },
    {
      what: 'a till: the last fifty',
      ask: asks(listOrders, { ...till, query: { after: String(last - 50), limit: 50 } }),
    },
    { what: 'every five seconds: who has paid and gone?', ask: async () => await closePaid(server.deps) },
  ];
}

async function changeAtTable(server: ServerUnderTest): Promise<Asked> {
  const dish = itemFor((await dishes(server)).simple[0]!);
  const diner: DinerAtTable = await server.seat(await server.guest(), tableId(0));
  const own = phone(`bench${nanoid(6)}`, diner.userId);
  let { known } = (
    await server.ask(getCart, { ...diner, query: { merchantId, browserId: 'b', known: '{}' } })
  ).sync!;
  return {
    what: 'a change of a cart',
    async ask() {
      const fields = own.fields(known, server.deps.clock.now());
      const event = itemAdded(fields, { lineId: fields.id, item: dish, quantity: 1 });
      const body = {
        merchantId,
        orderDetail: emptyDetail,
        events: [event],
        known: { ...known, ...event.seen },
      };
      const { sync } = await server.ask(updateCart, { ...diner, body });
      if (sync?.accepted?.ids[0] !== event.id)
        throw new Error(`not taken: ${JSON.stringify(sync).slice(0, 300)}`);
      ({ known } = sync);
    },
  };
}
