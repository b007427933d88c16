/** Parties that a real server has served, as its database keeps them: what years of a restaurant are made of. */
import { nanoid } from 'nanoid';
import type { Order } from '#contract/order-fields.ts';
import { closePaid } from '#server/desk/party/close-paid.ts';
import { owedOf } from '#server/orders/standing.ts';
import type { Database } from '#server/store/schema.ts';
import type { Db } from '#server/store/transactions.ts';
import { dishes, itemFor, tablePhone } from '#tests/server-cart/table-phone.ts';
import { act, actOnOrder } from '#tests/server/staff/acts.ts';
import { dataOf, fakeClock, startServer, type ServerUnderTest } from '#tests/server/server-under-test.ts';
import { randomOf } from '#workshop/simulation/world/random.ts';

export interface PlayedParty {
  /** When its first diner sat down, ms. */
  readonly from: number;
  readonly tableId: string;
  readonly memberId: string;
  /** Of everything else that is this party's alone. */
  readonly ids: readonly string[];
  readonly rows: readonly {
    readonly table: keyof Database;
    readonly row: Readonly<Record<string, unknown>>;
  }[];
}

const minuteMs = 60_000;

/** @returns so many that have paid and gone, and as many that sit over their first round */
export async function playedParties(
  count: number,
): Promise<{ readonly gone: PlayedParty[]; readonly open: PlayedParty[] }> {
  const clock = fakeClock();
  const server = await startServer({
    clock,
    logLevel: 'error',
    environment: { REQUESTS_PER_MINUTE: '0', TOKEN_SECONDS: '86400' },
  });
  try {
    const gone: PlayedParty[] = [];
    const open: PlayedParty[] = [];
    for (let n = 0; n < count; n += 1) gone.push(await played(server, clock, n, true));
    // Of the demo's twelve tables.
    for (let n = 0; n < Math.min(count, 12); n += 1) open.push(await played(server, clock, n, false));
    return { gone, open };
  } finally {
    await server.dispose();
  }
}

async function played(
  server: ServerUnderTest,
  clock: ReturnType<typeof fakeClock>,
  n: number,
  isToTheEnd: boolean,
): Promise<PlayedParty> {
  const random = randomOf(String(n + 1));
  const { simple } = await dishes(server);
  const till = await server.till();
  const qrcode = String((n % 12) + 1);
  const wait = (most: number) => clock.advance(Math.round((0.2 + 0.8 * random.next()) * most * minuteMs));
  const member = await server.member(`415${String(5_550_000 + (isToTheEnd ? 0 : 500) + n)}`);
  const from = clock.now();
  const seats = [await server.seat(member, qrcode)];
  for (let guest = 0; guest < 1 + (n % 3); guest += 1)
    seats.push(await server.seat(await server.guest(), qrcode));
  const phones = seats.map((seat, index) =>
    tablePhone(server, seat, `r${n}${'abcd'[index]}${isToTheEnd ? 'x' : 'y'}`),
  );
  const does = async (order: Order, wish: { type: string; [field: string]: unknown }): Promise<Order> =>
    (await server.ask(actOnOrder, { ...till, ...act(order, wish) })).order;
  const round = async (most: number): Promise<Order> => {
    for (const phone of phones) {
      await phone.refresh();
      const wishes = 1 + Math.floor(random.next() * most);
      for (let wish = 0; wish < wishes; wish += 1) {
        wait(1);
        await phone.send(phone.add(itemFor(random.pick(simple))));
      }
      if (random.chance(0.3)) await phone.send(phone.decrease());
    }
    const [host] = phones as [(typeof phones)[number]];
    await host.refresh();
    await host.send(host.guests(phones.length), host.add(itemFor(random.pick(simple))));
    return (dataOf(await host.place(nanoid())) as { order: Order }).order;
  };
  const brings = async (order: Order, number: number): Promise<Order> => {
    wait(3);
    let now = await does(order, { type: 'roundSent', round: number });
    for (const { id: orderItemId, quantity } of order.orderItems.filter((line) => line.round === number)) {
      wait(4);
      now = await does(order, { type: 'dishServed', orderItemId, quantity });
    }
    return now;
  };
  let order = await round(3);
  if (!isToTheEnd) {
    if (n % 2 === 0) order = await brings(order, 1);
    return await asKept(server.db, { from, seats, memberId: member.userId });
  }
  order = await brings(order, 1);
  if (random.chance(0.6)) order = await brings(await round(1), 2);
  wait(10);
  await does(order, {
    type: 'orderPaid',
    amount: owedOf(order),
    method: random.pick(['card', 'cash']),
    tip: '1.00',
  });
  clock.advance(2 * minuteMs);
  await closePaid(server.deps);
  return await asKept(server.db, { from, seats, memberId: member.userId });
}

async function asKept(
  db: Db,
  {
    from,
    seats,
    memberId,
  }: {
    from: number;
    seats: readonly { sessionId: string; tableId: string; userId: string }[];
    memberId: string;
  },
): Promise<PlayedParty> {
  const [{ sessionId, tableId }] = seats as [(typeof seats)[number]];
  const rows: PlayedParty['rows'][number][] = [];
  const keep = (table: keyof Database, all: readonly object[]) =>
    rows.push(...all.map((row) => ({ table, row: row as Record<string, unknown> })));
  const guests = seats.map(({ userId }) => userId).filter((id) => id !== memberId);
  keep('users', await db.selectFrom('users').selectAll().where('id', 'in', guests).execute());
  keep(
    'table_sessions',
    await db.selectFrom('table_sessions').selectAll().where('id', '=', sessionId).execute(),
  );
  for (const table of [
    'session_members',
    'session_replicas',
    'events',
    'service_events',
    'placements',
  ] as const)
    keep(table, await db.selectFrom(table).selectAll().where('session_id', '=', sessionId).execute());
  const orders = await db.selectFrom('orders').selectAll().where('session_id', '=', sessionId).execute();
  keep('orders', orders);
  const orderIds = orders.map(({ id }) => id);
  keep(
    'order_members',
    await db.selectFrom('order_members').selectAll().where('order_id', 'in', orderIds).execute(),
  );
  return { from, tableId, memberId, ids: [sessionId, ...guests, ...orderIds], rows };
}
