/** The dishes that guests order most (CX88). */
import { expect, test } from 'vitest';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { orderStatus } from '#contract/states.ts';
import { addMostLoved } from '#server/menu/most-loved.ts';
import { readServedMenu } from '#server/menu/menu.ts';
import { startTestServer } from '../server-under-test.ts';

const dayMs = 24 * 60 * 60 * 1000;

async function startRestaurant() {
  const server = await startTestServer();
  const { db } = server;
  const now = server.deps.clock.now();
  const menu = await readServedMenu(db, '1001', 'en-US', now);
  const dishes = menu.categories.flatMap(({ products }) => products).filter(({ soldOut }) => !soldOut);
  await server.seat(await server.guest());
  const session = await db.selectFrom('table_sessions').select('id').executeTakeFirstOrThrow();
  let last = 0;
  /** Stores so many orders, each with these dishes. */
  const store = async (
    count: number,
    ids: readonly string[],
    at = now - dayMs,
    more: { status?: number; body?: string } = {},
  ) => {
    const body = JSON.stringify({ orderItems: ids.map((productId) => ({ productId, quantity: 3 })) });
    for (let n = 0; n < count; n += 1)
      await db
        .insertInto('orders')
        .values({
          id: `loved-${(last += 1)}`,
          merchant_id: '1001',
          session_id: session.id,
          table_id: null,
          status: orderStatus.completed,
          payment_status: 0,
          send_status: 0,
          row_version: 1,
          rounds: 1,
          created_at: at,
          updated_at: at,
          body,
          ...more,
        })
        .execute();
  };
  const read = async (at = now) => (await addMostLoved(db, '1001', menu, at)).mostLoved;
  return { server, now, store, read, ids: dishes.map(({ id }) => id) };
}

// CX88
test('dishes of ten orders are ranked, each counted once in an order; cancelled, merged, old and unreadable orders do not count', async () => {
  const { server, now, store, read, ids } = await startRestaurant();
  const [a = '', b = '', c = '', d = '', e = ''] = ids;
  await store(12, [b, b, b]);
  await store(15, [a, b]);
  await store(9, [c]);
  await store(1, [], now - dayMs, { body: 'unreadable' });
  await store(20, [d], now - dayMs, { status: orderStatus.cancelled });
  await store(20, [d], now - dayMs, { status: orderStatus.beMerged });
  await store(20, [e], now - 91 * dayMs);
  expect(await read()).toEqual([b, a]);
  await store(1, [c]);
  expect(await read(), 'it is cached for some minutes').toEqual([b, a]);
  expect(await read(now + 11 * 60_000)).toEqual([b, a, c]);
  const answer = await server.ask(getProductsByCategories, {
    query: { merchantId: '1001' },
    language: 'zh-TW',
  });
  expect(answer.mostLoved).toEqual([b, a, c]);
});

// CX88
test('six at most, only those that can be ordered now; a menu without such dishes is answered as it is', async () => {
  const { server, now, store, read, ids } = await startRestaurant();
  const menu = await readServedMenu(server.db, '1002', 'en-US', now);
  expect(await addMostLoved(server.db, '1002', menu, now)).toBe(menu);
  for (const [place, id] of ids.slice(0, 8).entries()) await store(20 - place, [id]);
  expect(await read()).toEqual(ids.slice(0, 6));
  await server.db.updateTable('products').set({ sold_out: 1 }).where('id', 'in', ids.slice(1, 3)).execute();
  await server.db
    .updateTable('menu_versions')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('merchant_id', '=', '1001')
    .execute();
  const { mostLoved } = await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
  expect(mostLoved).toEqual([ids[0], ...ids.slice(3, 8)]);
});
