import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageError, type CartStorage } from '#sync/ports/storage.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { getLineState, type TableCart } from '#client/cart/table-cart.ts';
import { createPageTime } from '#dev/simulation/world/page-time.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import { EventTable } from '#testing/event-table.ts';
import { createConnection } from '#testing/connection.ts';
import { createMenuWith } from '#testing/simulated-menu.ts';
import {
  createDish,
  openEnginePhone,
  waitUntilQuiet,
  listShown,
  TestGroup,
} from '#testing/phones/engine-phone.ts';
import { createTestLocks } from '#testing/browser.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const menu = createMenuWith('101', '102', '103', '104', '105', '201', '301');

const start = () => {
  let time = 1_700_000_000_000;
  const server = new EventTable(() => (time += 10), menu);
  return { server, group: new TestGroup() };
};

const getFirstState = (cart: TableCart) => {
  const [line] = cart.carts[0]?.lines ?? [];
  return line ? getLineState(cart, line.lineId) : '-';
};

describe('one phone', () => {
  test('G6: a timer that expires between two ticks of a browser’s clock still runs', async () => {
    const { server } = start();
    const clock = new Scheduler(0);
    const phone = await openEnginePhone({ server, userId: 'u1', time: createPageTime(clock) });
    await clock.runUntil(600_000, () => {});
    // The phone asks every ten seconds because the group is silent.
    const questions = phone.connection.requests.filter(({ kind }) => kind === 'snapshot');
    expect(questions.length).toBeGreaterThan(55);
  });

  test('G3: a change is shown at once, then written, sent and confirmed', async () => {
    const { server, group } = start();
    const phone = await openEnginePhone({ server, group, userId: 'u1' });
    await waitUntilQuiet();
    const states: string[] = [];
    phone.engine.cart.subscribe((cart) => states.push(getFirstState(cart)));
    phone.engine.commands.add(createDish('101'), 2);
    expect(listShown(phone)).toEqual(['u1: 2×101']);
    await waitUntilQuiet();
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      '-', 'beingSaved', 'sent', 'confirmed',
    ]); // prettier-ignore
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(server.log.knowledge.entries.size).toBe(1);
  });

  test.each([['with locks', true], ['without locks (plain HTTP)', false]])(
    'G3: after a reload %s pending events are still pending, and are sent once',
    async (_name, withLocks) => {
      const { server } = start();
      const storage = createMemoryStorage();
      const locks = withLocks ? createTestLocks() : undefined;
      const first = await openEnginePhone({ server, userId: 'u1', storage, locks, connection: { ...createConnection(), offline: true } });
      first.engine.commands.add(createDish('101'), 1);
      await first.adds('101', 2);
      await first.engine.close();
      await waitUntilQuiet();
      const second = await openEnginePhone({ server, userId: 'u1', storage, locks });
      expect(listShown(second)).toEqual(['u1: 3×101']);
      await waitUntilQuiet();
      expect(second.engine.cart.value.pending).toBe(0);
      expect(server.log.knowledge.entries.size).toBe(2);
      await second.adds('102');
      expect(server.log.knowledge.entries.size).toBe(3);
    },
  ); // prettier-ignore

  test('when the disk fails the cart continues in memory under a new replica, and nothing is lost', async () => {
    const { server } = start();
    const memory = createMemoryStorage();
    let broken = false;
    const storage: CartStorage = {
      ...memory,
      append: async (...args) => {
        if (broken) throw new StorageError({ kind: 'quota', reason: 'full' });
        await memory.append(...args);
      },
    };
    const phone = await openEnginePhone({ server, userId: 'u1', storage });
    await phone.adds('101');
    broken = true;
    phone.engine.commands.add(createDish('102'), 1);
    await phone.adds('102');
    expect(phone.engine.status.value.storage).toBe('memoryOnly');
    expect(listShown(phone)).toEqual(['u1: 1×101', 'u1: 2×102']);
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(server.log.knowledge.entries.size).toBe(3);
    // The stored replica gets no number that is not on disk (T2).
    expect(
      [...server.log.knowledge.entries.keys()].filter((id) => id.startsWith(`${phone.replicaId}:`)),
    ).toEqual([`${phone.replicaId}:1`]);
  });

  test('S1: a diner who leaves a recently closed table has its log archived', async () => {
    const { server } = start();
    const storage = createMemoryStorage();
    const phone = await openEnginePhone({ server, userId: 'u1', storage });
    await phone.adds('101');
    phone.connection.refuse = { kind: 'snapshot', code: 10010, msg: 'Unavailable' };
    await phone.refreshes();
    expect(await storage.loadArchive(), 'the staff may undo it').toEqual([]);
    await phone.engine.close();
    expect((await storage.loadArchive()).map(({ reason }) => reason)).toEqual([{ why: 'closed' }]);
  });
});

describe('several phones', () => {
  // CB6
  test('P3: other phones receive a change only after the server accepted it', async () => {
    const { server, group } = start();
    const ann = await openEnginePhone({ server, group, userId: 'u1' });
    const ben = await openEnginePhone({ server, group, userId: 'u2' });
    await waitUntilQuiet();
    ann.connection.offline = true;
    await ann.adds('101');
    expect(group.sent).toEqual([]);
    expect(ann.engine.status.value.network).toBe('offline');
    await ann.comesBack();
    expect(ann.engine.status.value.network).toBe('online');
    expect(group.sent.map(({ messageType }) => messageType)).toEqual(['addCartItem']);
    expect(group.sent[0]!.data).toMatchObject({
      userName: 'Diner u1',
      product: 'Dish 101',
      quantity: 1,
    });
    expect(listShown(ben)).toEqual(['u1: 1×101']);
    expect(ben.notices.filter(({ kind }) => kind !== 'peersChanged')).toEqual([
      { kind: 'peerAdded', userName: 'Diner u1', product: 'Dish 101', productId: '101', quantity: 1 },
    ]);
  });
});

describe('placing an order', () => {
  test('O2: a second tap during an order places the same order', async () => {
    const { server } = start();
    const ann = await openEnginePhone({ server, userId: 'u1' });
    await ann.adds('101');
    const [first, second] = await Promise.all([ann.engine.place({}), ann.engine.place({})]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ kind: 'placed' });
    expect(server.placements.size).toBe(1);
  });

  test('O2: no answer means unknown; asking finds the outcome, and there is one order', async () => {
    const { server, ann } = await orderWithoutAnswer();
    ann.connection.loseAnswers = false;
    expect(await ann.engine.resumePlacement()).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    expect(await ann.engine.resumePlacement()).toBeUndefined();
    expect(server.placements.size).toBe(1);
  });

  test('O2: the phone asks by itself until it knows', async () => {
    const { server, ann } = await orderWithoutAnswer();
    let known: unknown;
    void ann.engine.waitForPlacement().then((result) => (known = result));
    for (let turn = 0; turn < 10; turn += 1) {
      await ann.wakePhone();
    }
    expect(known).toBeUndefined();
    ann.connection.loseAnswers = false;
    await ann.wakePhone();
    expect(known).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    expect(server.placements.size).toBe(1);
  });
});

/** A phone whose order reached the server and got no answer. */
async function orderWithoutAnswer() {
  const { server } = start();
  const ann = await openEnginePhone({ server, userId: 'u1' });
  await ann.adds('101');
  ann.connection.loseAnswers = true;
  expect(await ann.engine.place({})).toEqual({ kind: 'unknown' });
  return { server, ann };
}
