import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { itemAdded } from '#events/cart/item-added.ts';
import { StorageError, type CartStorage } from '#sync/ports/storage.ts';
import { memoryStorage } from '#client/storage/memory-storage.ts';
import { lineState, type TableCart } from '#client/cart/table-cart.ts';
import { pageTime } from '#dev/simulation/world/page-time.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import { EventTable } from '#testing/event-table.ts';
import { goodConnection } from '#testing/connection.ts';
import { menuWith } from '#testing/simulated-menu.ts';
import { dish, phoneAt, quiet, shown, TestGroup } from '#testing/phones/engine-phone.ts';
import { testLocks } from '#testing/browser.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const menu = menuWith('101', '102', '103', '104', '105', '201', '301');

const start = () => {
  let time = 1_700_000_000_000;
  const server = new EventTable(() => (time += 10), menu);
  return { server, group: new TestGroup() };
};

const firstState = (cart: TableCart) => {
  const [line] = cart.carts[0]?.lines ?? [];
  return line ? lineState(cart, line.lineId) : '-';
};

describe('one phone', () => {
  test('G6: what falls due between two looks at a browser’s clock is done all the same', async () => {
    const { server } = start();
    const clock = new Scheduler(0);
    const phone = await phoneAt({ server, userId: 'u1', time: pageTime(clock) });
    await clock.runUntil(600_000, () => {});
    // The group is silent: every ten seconds.
    const questions = phone.connection.requests.filter(({ kind }) => kind === 'snapshot');
    expect(questions.length).toBeGreaterThan(55);
  });

  test('G3: a change shows at once, is written, sent and confirmed', async () => {
    const { server, group } = start();
    const phone = await phoneAt({ server, group, userId: 'u1' });
    await quiet();
    const states: string[] = [];
    phone.engine.cart.subscribe((cart) => states.push(firstState(cart)));
    phone.engine.commands.add(dish('101'), 2);
    expect(shown(phone)).toEqual(['u1: 2×101']);
    await quiet();
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      '-', 'beingSaved', 'sent', 'confirmed',
    ]); // prettier-ignore
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(server.log.knowledge.entries.size).toBe(1);
  });

  test('G3: nothing leaves the phone before it is on disk', async () => {
    const { server } = start();
    const memory = memoryStorage();
    let finish: () => void = () => {};
    const slow: CartStorage = {
      ...memory,
      append: async (log, replicaId, batch) => {
        if (batch.records.some((record) => 'event' in record))
          await new Promise<void>((resolve) => (finish = resolve));
        await memory.append(log, replicaId, batch);
      },
    };
    const phone = await phoneAt({ server, userId: 'u1', storage: slow });
    await quiet();
    await phone.adds('101');
    await phone.wakes();
    expect(phone.connection.requests.filter(({ kind }) => kind === 'post')).toEqual([]);
    expect(firstState(phone.engine.cart.value)).toBe('beingSaved');
    finish();
    await quiet();
    expect(phone.connection.requests.filter(({ kind }) => kind === 'post')).toHaveLength(1);
  });

  test.each([['with locks', true], ['without locks (plain HTTP)', false]])(
    'G3: after a reload %s what was pending is still pending, and goes out once',
    async (_name, withLocks) => {
      const { server } = start();
      const storage = memoryStorage();
      const locks = withLocks ? testLocks() : undefined;
      const first = await phoneAt({ server, userId: 'u1', storage, locks, connection: { ...goodConnection(), offline: true } });
      first.engine.commands.add(dish('101'), 1);
      await first.adds('101', 2);
      await first.engine.close();
      await quiet();
      const second = await phoneAt({ server, userId: 'u1', storage, locks });
      expect(shown(second)).toEqual(['u1: 3×101']);
      await quiet();
      expect(second.engine.cart.value.pending).toBe(0);
      expect(server.log.knowledge.entries.size).toBe(2);
      await second.adds('102');
      expect(server.log.knowledge.entries.size).toBe(3);
    },
  ); // prettier-ignore

  test('the disk fails in the middle: the cart goes on in memory under a new replica, nothing is lost', async () => {
    const { server } = start();
    const memory = memoryStorage();
    let broken = false;
    const storage: CartStorage = {
      ...memory,
      append: async (...args) => {
        if (broken) throw new StorageError({ kind: 'quota', reason: 'full' });
        await memory.append(...args);
      },
    };
    const phone = await phoneAt({ server, userId: 'u1', storage });
    await phone.adds('101');
    broken = true;
    phone.engine.commands.add(dish('102'), 1);
    await phone.adds('102');
    expect(phone.engine.status.value.storage).toBe('memoryOnly');
    expect(shown(phone)).toEqual(['u1: 1×101', 'u1: 2×102']);
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(server.log.knowledge.entries.size).toBe(3);
    // T2: numbers of the stored replica beyond its last stored one are never used.
    expect(
      [...server.log.knowledge.entries.keys()].filter((id) => id.startsWith(`${phone.replicaId}:`)),
    ).toEqual([`${phone.replicaId}:1`]);
  });

  test('G3: the disk fails right after a tab took over what another one left: nothing counts twice', async () => {
    const { server } = start();
    const memory = memoryStorage();
    const first = await phoneAt({ server, userId: 'u1', storage: memory });
    await first.adds('101');
    first.connection.offline = true;
    await first.adds('102');
    await first.engine.close();
    const broken: CartStorage = {
      ...memory,
      append: async () => {
        throw new StorageError({ kind: 'quota', reason: 'full' });
      },
    };
    const second = await phoneAt({ server, userId: 'u1', storage: broken });
    await quiet();
    const third = await phoneAt({ server, userId: 'u1', storage: memory });
    await quiet();
    expect(shown(second)).toEqual(['u1: 1×101', 'u1: 1×102']);
    expect(shown(third)).toEqual(shown(second));
    expect(server.log.knowledge.entries.size).toBe(2);
  });

  test('what leaves the own cart by a removal or a clear is told, so that it can be put back', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    const mei = await phoneAt({ server, group, userId: 'u2' });
    await quiet();
    const { commands } = ann.engine;
    const line = () => ann.engine.cart.value.carts.find(({ mine }) => mine)!.lines[0]!;
    commands.add(dish('101'), 2);
    commands.decrease(line(), 1);
    expect(ann.notices, 'one of two is no loss').toEqual([]);
    commands.decrease(line(), 1);
    const [lost] = ann.notices.splice(0);
    expect(lost).toMatchObject({
      kind: 'linesLost',
      lines: [{ item: { productId: '101' }, quantity: 1 }],
      clearedBy: null,
    });
    commands.add(dish('101'), 2);
    commands.add(dish('102'), 1);
    await quiet();
    commands.clear('user');
    expect(ann.notices.splice(0)).toMatchObject([
      { kind: 'linesLost', lines: [{ quantity: 2 }, { quantity: 1 }] },
    ]);
    commands.add(dish('103'), 4);
    await quiet();
    mei.notices.length = 0;
    mei.engine.commands.add(dish('104'), 1);
    mei.engine.commands.clear('table');
    await quiet();
    expect(ann.notices.filter(({ kind }) => kind === 'linesLost')).toMatchObject([
      { lines: [{ item: { productId: '103' }, quantity: 4 }], clearedBy: 'Diner u2' },
    ]);
    expect(mei.notices).toMatchObject([{ lines: [{ item: { productId: '104' } }], clearedBy: null }]);
    // An order takes lines too, and that is no loss.
    ann.notices.length = 0;
    commands.add(dish('105'), 1);
    expect(await ann.engine.place({ userCouponIds: [] })).toMatchObject({ kind: 'placed' });
    await quiet();
    expect(ann.notices.filter(({ kind }) => kind === 'linesLost')).toEqual([]);
  });

  test.each([
    [66666, 'loads the cart anew'],
    [4711, 'is left to the server’s words'],
  ])('a change that is refused as a whole with %i is told once, and %s', async (code) => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.refuse = { kind: 'post', code, msg: 'No' };
    const asked = () => phone.connection.requests.filter(({ kind }) => kind === 'snapshot').length;
    const before = asked();
    await phone.adds('101');
    expect(phone.notices).toEqual([{ kind: 'callRefused', call: 'update', code, msg: 'No' }]);
    expect(asked() > before).toBe(code === 66666);
    expect(shown(phone), 'nothing is lost').toEqual(['u1: 1×101']);
    phone.connection.refuse = undefined;
    await phone.wakes();
    expect(phone.engine.cart.value.pending).toBe(0);
  });

  test('a cart that can not be fetched is told in the server’s words; a closed table ends the session', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.refuse = { kind: 'snapshot', code: 4711, msg: 'The till is closed' };
    await phone.refreshes();
    expect(phone.notices).toEqual([
      { kind: 'callRefused', call: 'fetch', code: 4711, msg: 'The till is closed' },
    ]);
    phone.connection.refuse = { kind: 'snapshot', code: 10010, msg: 'Unavailable' };
    await phone.refreshes();
    expect(phone.notices.at(-1)).toEqual({ kind: 'sessionEnded', unsent: 0 });
  });

  test('T4: a clock that is an hour ahead costs nothing: every change is minted anew', async () => {
    const { server } = start();
    const clock = { ahead: 3_600_000 };
    const storage = memoryStorage();
    const phone = await phoneAt({ server, userId: 'u1', clock, storage });
    await quiet();
    phone.connection.offline = true;
    phone.engine.commands.add(dish('101'), 3);
    phone.engine.commands.decrease(phone.engine.cart.value.carts[0]!.lines[0]!, 1);
    phone.engine.commands.editNotes(phone.engine.cart.value.carts[0]!.lines[0]!, 'no ice');
    await quiet();
    clock.ahead = 0;
    await phone.comesBack();
    expect(shown(phone)).toEqual(['u1: 2×101 no ice']);
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(phone.notices).toEqual([]);
    expect([...server.log.knowledge.rejected.values()]).toEqual(['clockAhead', 'clockAhead', 'clockAhead']);
    const [added, ...changes] = [...server.log.knowledge.entries.values()].map(({ event }) => event);
    for (const event of [added!, ...changes]) expect(event).toHaveProperty('lineId', added!.id);
    await phone.adds('102');
    await phone.engine.close();
    const again = await phoneAt({ server, userId: 'u1', storage, locks: testLocks() });
    await again.adds('103');
    expect(shown(again)).toEqual(['u1: 2×101 no ice', 'u1: 1×102', 'u1: 1×103']);
    expect(again.engine.cart.value.pending).toBe(0);
  });

  test('S1: another session ends this log; the diner hears how much was not sent', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.offline = true;
    await phone.adds('101');
    server.startSession();
    await phone.comesBack();
    expect(phone.notices).toContainEqual({ kind: 'sessionEnded', unsent: 1 });
  });

  test('S1: whoever leaves a table that was closed a moment ago leaves its log put away', async () => {
    const { server } = start();
    const storage = memoryStorage();
    const phone = await phoneAt({ server, userId: 'u1', storage });
    await phone.adds('101');
    phone.connection.refuse = { kind: 'snapshot', code: 10010, msg: 'Unavailable' };
    await phone.refreshes();
    expect(await storage.history(), 'the staff may take it back').toEqual([]);
    await phone.engine.close();
    expect((await storage.history()).map(({ reason }) => reason)).toEqual([{ why: 'closed' }]);
  });

  describe('S2: the server’s data was put back from an older copy', () => {
    const lineOf = (id: string) =>
      expect.objectContaining({ item: expect.objectContaining({ productId: id }) as object });

    test('it says so: the diner hears what their part of the cart was, sent and unsent', async () => {
      const { server } = start();
      const phone = await phoneAt({ server, userId: 'u1' });
      await phone.adds('101');
      phone.connection.offline = true;
      await phone.adds('102');
      phone.connection.offline = false;
      const refuse = { code: 10010, msg: 'Unavailable', restoredFrom: 's1' };
      phone.connection.refuse = { kind: 'snapshot', ...refuse };
      await phone.refreshes();
      const restored = { mine: [lineOf('101'), lineOf('102')] };
      expect(phone.notices).toContainEqual({ kind: 'sessionEnded', unsent: 1, restored });
    });

    test('of another session than this phone’s it says nothing', async () => {
      const { server } = start();
      const phone = await phoneAt({ server, userId: 'u1' });
      await quiet();
      phone.connection.refuse = { kind: 'snapshot', code: 10010, msg: '', restoredFrom: 's0' };
      await phone.refreshes();
      expect(phone.notices).toEqual([{ kind: 'sessionEnded', unsent: 0 }]);
    });
  });
});

describe('several phones', () => {
  // CB6
  test('P3: the others hear of a change only after the server accepted it', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    const ben = await phoneAt({ server, group, userId: 'u2' });
    await quiet();
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
    expect(shown(ben)).toEqual(['u1: 1×101']);
    expect(ben.notices.filter(({ kind }) => kind !== 'peersChanged')).toEqual([
      { kind: 'peerAdded', userName: 'Diner u1', product: 'Dish 101', productId: '101', quantity: 1 },
    ]);
  });
});

describe('G5: divergence', () => {
  test('a phone that knows the same and shows something else starts again from the server, once', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { server, group } = start();
    const storage = memoryStorage();
    const ann = await phoneAt({ server, group, userId: 'u1', storage });
    await ann.adds('101');
    expect(said).not.toHaveBeenCalled();
    // A peer lies about an id before the server's own word of it arrives: the first stays (E6), and the views differ.
    const fields = { id: 'rz:1', at: [server.now(), 0] as const, seen: {}, userId: 'u3' };
    const lie = itemAdded(fields, { lineId: 'rz:1', item: dish('999'), quantity: 9 });
    const truth = itemAdded(fields, { lineId: 'rz:1', item: dish('301'), quantity: 1 });
    group.deliver(
      JSON.stringify({ fromBrowserId: 'b', messageType: 'addCartItem', data: { events: [lie] } }),
      'u3',
    );
    await quiet();
    expect(shown(ann)).toContain('u3: 9×999');
    server.take('u3', [truth], {});
    await ann.wakes();
    expect(shown(ann)).toEqual(['u1: 1×101', 'u3: 1×301']);
    expect(said).toHaveBeenCalledTimes(1);
    await ann.adds('102');
    await ann.engine.close();
    const again = await phoneAt({ server, group, userId: 'u1', storage, locks: testLocks() });
    expect(shown(again)).toEqual(['u1: 1×101', 'u1: 1×102', 'u3: 1×301']);
    await again.adds('103');
    expect(again.engine.cart.value.pending).toBe(0);
  });
});

describe('placing an order', () => {
  test('O1: what others add while the own changes are still on their way is the next round', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    const ben = await phoneAt({ server, group, userId: 'u2' });
    await quiet();
    ann.connection.offline = true;
    ann.engine.commands.add(dish('101'), 1);
    const placing = ann.engine.place({});
    await ben.adds('201');
    expect(shown(ann)).toEqual(['u1: 1×101', 'u2: 1×201']);
    ann.connection.offline = false;
    ann.wake.next();
    expect(await placing).toMatchObject({ kind: 'placed' });
    await quiet();
    expect(shown(ann)).toEqual(['u2: 1×201']);
  });

  test('O2: a second tap while the first is under way is the same order', async () => {
    const { server } = start();
    const ann = await phoneAt({ server, userId: 'u1' });
    await ann.adds('101');
    const [first, second] = await Promise.all([ann.engine.place({}), ann.engine.place({})]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ kind: 'placed' });
    expect(server.placements.size).toBe(1);
  });

  test('O2: no answer means unknown; asking tells what became of it, and there is one order', async () => {
    const { server, ann } = await orderWithoutAnswer();
    ann.connection.loseAnswers = false;
    expect(await ann.engine.resumePlacement()).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    expect(await ann.engine.resumePlacement()).toBeUndefined();
    expect(server.placements.size).toBe(1);
  });

  test('O2: the phone goes on asking by itself until it is known', async () => {
    const { server, ann } = await orderWithoutAnswer();
    let known: unknown;
    void ann.engine.placementKnown().then((result) => (known = result));
    for (let turn = 0; turn < 10; turn += 1) {
      await ann.wakes();
    }
    expect(known).toBeUndefined();
    ann.connection.loseAnswers = false;
    await ann.wakes();
    expect(known).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    expect(server.placements.size).toBe(1);
  });

  test('O2: a placement that is still open after a reload is asked for at the start', async () => {
    const { server } = start();
    const storage = memoryStorage();
    const ann = await phoneAt({ server, userId: 'u1', storage });
    await ann.adds('101');
    ann.connection.loseAnswers = true;
    await ann.engine.place({});
    await ann.engine.close();
    const again = await phoneAt({ server, userId: 'u1', storage });
    await quiet();
    expect(again.notices).toContainEqual({ kind: 'orderSubmitted', userName: '', orderId: 'o1', mine: true });
  });
});

/** A phone whose order has reached the server, and whose answer never came. */
async function orderWithoutAnswer() {
  const { server } = start();
  const ann = await phoneAt({ server, userId: 'u1' });
  await ann.adds('101');
  ann.connection.loseAnswers = true;
  expect(await ann.engine.place({})).toEqual({ kind: 'unknown' });
  return { server, ann };
}
