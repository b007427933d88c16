// @module-tag slow
/** Subscribers react to orders and acts. A failing subscriber must neither lose nor double an order. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { createSubscribers, subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { startSharedServer } from '../../server/server-under-test.ts';

const restaurant = { merchantId: '1001' };

describe('subscribers', () => {
  const folder = createFolderForTests();
  let db: Db;
  beforeAll(async () => {
    db = await openStore({ dataDir: folder, databaseUrl: undefined });
  });
  afterAll(async () => {
    await db.destroy();
  });
  const log = { warn: vi.fn(), error: vi.fn() };
  beforeEach(() => vi.clearAllMocks());
  const createTestSubscribers = (...subscriptions: Subscription[]) =>
    createSubscribers(subscriptions, { log, pausesMs: [0, 0] });
  const write = async (trx: Trx, key: string) =>
    await trx.insertInto('meta').values({ key, value: '' }).execute();
  const isWritten = async (key: string) =>
    (await db.selectFrom('meta').select('key').where('key', '=', key).execute()).length === 1;

  test('a subscriber that fails after the commit is called again, and the others are called once', async () => {
    const failing = vi.fn().mockRejectedValueOnce(new Error('no hub')).mockResolvedValue(undefined);
    const other = vi.fn();
    const { notify } = createTestSubscribers(
      subscribe('menuChanged', { afterCommit: failing }),
      subscribe('menuChanged', { afterCommit: other }),
      subscribe('staffViewChanged', { afterCommit: other }),
    );
    notify('menuChanged', restaurant);
    await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(2));
    expect(failing).toHaveBeenLastCalledWith(restaurant);
    expect(other).toHaveBeenCalledOnce();
    expect(log.warn).toHaveBeenCalledOnce();
  });

  test('a subscriber that always fails is abandoned, and the log says so', async () => {
    const failing = vi.fn(() => {
      throw new Error('broken');
    });
    const { notify } = createTestSubscribers(subscribe('menuChanged', { afterCommit: failing }));
    notify('menuChanged', restaurant);
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce());
    expect(failing).toHaveBeenCalledTimes(3);
  });

  test('no subscriber is called before the commit', async () => {
    const seen: boolean[] = [];
    const { record } = createTestSubscribers(
      subscribe('menuChanged', { afterCommit: async () => void seen.push(await isWritten('committed')) }),
    );
    await runInTransaction(db, async (trx) => {
      await record(trx, 'menuChanged', restaurant);
      await write(trx, 'committed');
    });
    await vi.waitFor(() => expect(seen).toEqual([true]));
  });

  test('no subscriber is called for a failed change, although others in the same commit succeeded', async () => {
    const called = vi.fn();
    const { record } = createTestSubscribers(subscribe('menuChanged', { afterCommit: called }));
    const change = (merchantId: string, fails: boolean) =>
      runInTransaction(db, async (trx) => {
        await record(trx, 'menuChanged', { merchantId });
        if (fails) throw new Error('refused');
      });
    // The first has the disk to itself. The two that come meanwhile share a commit.
    await Promise.allSettled([change('1', false), change('2', true), change('3', false)]);
    await vi.waitFor(() => expect(called).toHaveBeenCalledTimes(2));
    expect(called.mock.calls).toEqual([[{ merchantId: '1' }], [{ merchantId: '3' }]]);
  });
});

describe('an order', () => {
  let failures = { inTransaction: 0, afterCommit: 0 };
  const afterCommit = vi.fn();
  const failing = subscribe('orderPlaced', {
    inTransaction: async (trx, { order }) => {
      await trx.insertInto('meta').values({ key: order.id, value: 'subscribed' }).execute();
      if ((failures.inTransaction -= 1) >= 0) throw new Error('a failing subscriber');
    },
    afterCommit: ({ order }) => {
      if ((failures.afterCommit -= 1) >= 0) throw new Error('a failing subscriber');
      afterCommit(order.id);
    },
  });
  const server = startSharedServer({ moreSubscriptions: [failing] });
  let members = 0;
  const createPhoneWithDish = async (code: string) => {
    members += 1;
    const seat = await server.seat(await server.member(`212586${7_000 + members}`), code);
    const phone = createTablePhone(server, seat, `rs${members}`);
    await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!)));
    return phone;
  };
  const countRows = async (table: 'orders' | 'placements') =>
    (await server.db.selectFrom(table).select('id').execute()).length;
  beforeEach(() => afterCommit.mockClear());

  test('is placed once although a subscriber fails after the commit; the subscriber is called again', async () => {
    failures = { inTransaction: 0, afterCommit: 1 };
    const phone = await createPhoneWithDish('1');
    const before = await countRows('orders');
    const placed = await phone.place('p1');
    expect(placed).toMatchObject({ success: true });
    const { order } = placed.data as { order: { id: string } };
    await vi.waitFor(() => expect(afterCommit.mock.calls).toEqual([[order.id]]));
    expect(await countRows('orders')).toBe(before + 1);
  });

  test('is not placed when a subscriber fails in its transaction, and the same attempt succeeds later', async () => {
    failures = { inTransaction: 1, afterCommit: 0 };
    const phone = await createPhoneWithDish('2');
    const [orders, placements] = [await countRows('orders'), await countRows('placements')];
    expect(await phone.place('p2')).toMatchObject({ success: false, code: codes.failure });
    expect([await countRows('orders'), await countRows('placements')]).toEqual([orders, placements]);
    const subscribed = server.db.selectFrom('meta').select('key').where('value', '=', 'subscribed');
    const count = (await subscribed.execute()).length;
    expect(await phone.place('p2')).toMatchObject({ success: true });
    expect((await subscribed.execute()).length).toBe(count + 1);
    await vi.waitFor(() => expect(afterCommit).toHaveBeenCalledOnce());
  });
});

test('commands do not know printing, webhooks, announcements, metrics and counted portions', () => {
  const folders = ['ordering/cart', 'ordering/members', 'ordering/orders/placing', 'ordering/tables']
    .concat(['service/fulfilment', 'service/payments', 'service/staff']); // prettier-ignore
  const files = folders.flatMap((folder) =>
    readdirSync(`server/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `server/${folder}/${file}`),
  );
  expect(files.length).toBeGreaterThan(80);
  const reactions =
    /realtime\/announce|queue-deliveries|queue-tickets|back-office\/webhooks|monitoring\/metrics|\bcountDown\b/;
  const names = files.filter((file) => reactions.test(readFileSync(file, 'utf8')));
  expect(names).toEqual([]);
});
