import { nanoid } from 'nanoid';
import type { Item } from '#events/item.ts';
import { actRefused, type OrderAct } from '#contract/calls/service.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { createForTests } from '#tests/for-tests.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { act, actOnOrder, createFullPayment, serveAll, logInStaff } from '../staff/acts.ts';
import {
  expectData,
  fakeClock,
  startSharedServer,
  type DinerAtTable,
  type ServerUnderTest,
} from '../server-under-test.ts';

type Environment = Readonly<Record<string, string>>;
export type Phone = ReturnType<typeof createTablePhone>;
interface ActFields {
  readonly type: OrderAct['type'];
  readonly actId?: string;
  readonly [field: string]: unknown;
}

/** A server with a clock of its own, a POS of the first demo restaurant, and parties at its tables. */
export function createFulfilment(environment: Environment | (() => Environment) = {}, start?: number) {
  const clock = fakeClock(start);
  const server = startSharedServer(() => ({
    clock,
    environment: {
      STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }),
      // The tests make more requests in a minute than a real POS.
      REQUESTS_PER_MINUTE: '0',
      ...(typeof environment === 'function' ? environment() : environment),
    },
  }));
  const till = createForTests(async () => await server.till());
  const freeTable = createFreeTables(server);
  let members = 0;
  let replicas = 0;

  const createMember = async () => await server.member(`21258${50_000 + (members += 1)}`);
  /** A member at a free table. Each party arrives later than the one before. */
  const createParty = async () => {
    clock.advance(61_000);
    const [diner, code] = [await createMember(), await freeTable()];
    const seat = await server.seat(diner, code);
    return { member: diner, code, seat, phone: createTablePhone(server, seat, `party${members}`) };
  };
  const readDish = async (index = 0): Promise<Item> => createItem((await listDishes(server)).simple[index]!);
  /** Places the cart of a phone. */
  const placeCart = async (phone: Phone, placementId = nanoid()): Promise<Order> =>
    (expectData(await phone.place(placementId)) as { order: Order }).order;
  const getTable = async (key: 'tableId' | 'qrcodeId', value: string) =>
    (await server.ask(staffOverview, till)).tables.find((table) => table[key] === value)!;
  const sendAct = async (order: Pick<Order, 'id'>, fields: ActFields) =>
    await server.call(actOnOrder, { ...till, ...act(order, fields) });

  return {
    clock,
    server,
    till,
    freeTable,
    createMember,
    createParty,
    /** A party that has ordered two of one dish and one of another. */
    partyWithOrder: async () => {
      const { seat, phone, ...rest } = await createParty();
      await phone.send(phone.add(await readDish(), 2), phone.add(await readDish(1)));
      return { ...rest, seat, phone, order: await placeCart(phone) };
    },
    readDish,
    placeCart,
    /** Scans the table's code again and names the session, as a phone does after its party moved. */
    follows: async ({ seat, code }: { readonly seat: DinerAtTable; readonly code: string }) => {
      const here = await server.seat(seat, code);
      const phone = createTablePhone(server, here, `again${(replicas += 1)}`);
      await phone.refresh();
      return { seat: here, phone, code: here.table.qrcodeId ?? code };
    },
    emptyTable: async () => {
      clock.advance(61_000);
      const code = await freeTable();
      const { tableId, name } = await getTable('qrcodeId', code);
      return { code, tableId, name };
    },
    /** The session at a table, as the staff see it; null at a free table. */
    sessionAt: async (tableId: string) => (await getTable('tableId', tableId)).session,
    /** The order in the staff's list. */
    listed: async ({ id }: Pick<Order, 'id'>) =>
      (await server.ask(staffOverview, till)).orders.find((order) => order.id === id),
    /** The POS sends an act on an order. */
    sendAct: sendAct,
    /** The order after an act that must succeed. */
    done: async (order: Pick<Order, 'id'>, fields: ActFields) =>
      expectData(await sendAct(order, fields)).order,
    paysAll: async (order: Order) =>
      expectData(await server.call(actOnOrder, { ...till, ...createFullPayment(order) })).order,
    /** Pays the amount that is owed now. */
    paysWhole: async (order: Pick<Order, 'id'>) => {
      const owed = (await server.ask(staffOverview, till)).orders.find(({ id }) => id === order.id)!.owed;
      return expectData(await sendAct(order, { type: 'orderPaid', amount: owed, method: 'cash' })).order;
    },
    servesAll: async (order: Order) => await serveAll(server, till, order),
    /** Somebody at the staff page. */
    person: async (name = 'Mo') =>
      await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name }),
  };
}

/** Changes settings of the first demo restaurant. @returns restores them */
export async function changeSettings({ db }: ServerUnderTest, fields: object): Promise<() => Promise<void>> {
  const { body } = await db
    .selectFrom('merchants')
    .select('body')
    .where('id', '=', '1001')
    .executeTakeFirstOrThrow();
  const write = async (text: string) =>
    void (await db.updateTable('merchants').set({ body: text }).where('id', '=', '1001').execute());
  await write(JSON.stringify({ ...(JSON.parse(body) as object), ...fields }));
  return async () => await write(body);
}

/** The refusal of an act, with its reason. */
export const createRefusal = (reason: string, more: object = {}) => ({
  code: actRefused,
  data: { reason, ...more },
});
