import { describe, expect, test, vi } from 'vitest';
import { itemAdded } from '#events/item-added.ts';
import { StorageError, type CartStorage } from '#sync/ports/storage.ts';
import { memoryStorage } from '#src/runtime/storage/memory-storage.ts';
import { lineState, type TableCart } from '#src/runtime/cart/table-cart.ts';
import { pageTime } from '#workshop/simulation/world/page-time.ts';
import { Scheduler } from '#workshop/simulation/world/scheduler.ts';
import { AwareServer } from './aware-server.ts';
import { goodConnection, dish, phoneAt, quiet, shown, TestGroup, testLocks } from './phone.ts';

const start = () => {
  let time = 1_700_000_000_000;
  const server = new AwareServer(() => (time += 10));
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
    const states: string[] = [];
    phone.engine.cart.subscribe((cart) => states.push(firstState(cart)));
    phone.engine.commands.add(dish('101'), 2);
    expect(shown(phone)).toEqual(['u1: 2×101']);
    await quiet();
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      '-', 'beingSaved', 'sent', 'confirmed',
    ]); // prettier-ignore
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(server.log.entries.size).toBe(1);
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
    phone.engine.commands.add(dish('101'), 1);
    await quiet();
    phone.wake.next();
    await quiet();
    expect(phone.connection.requests.filter(({ kind }) => kind === 'post')).toEqual([]);
    expect(firstState(phone.engine.cart.value)).toBe('beingSaved');
    finish();
    await quiet();
    expect(phone.connection.requests.filter(({ kind }) => kind === 'post')).toHaveLength(1);
  });

  test('G4: what piles up while a request is under way goes in the next one', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.offline = true;
    for (const id of ['101', '102', '103']) phone.engine.commands.add(dish(id), 1);
    await quiet();
    expect(phone.engine.status.value.network).toBe('offline');
    expect(phone.engine.cart.value.pending).toBe(3);
    phone.connection.offline = false;
    phone.wake.next();
    await quiet();
    const posts = phone.connection.requests.filter(({ kind, ids }) => kind === 'post' && ids.length > 0);
    expect(posts.at(-1)!.ids).toHaveLength(3);
    expect(server.log.entries.size).toBe(3);
    expect(phone.engine.status.value.network).toBe('online');
  });

  test('G4: an answer that was lost is asked for again and changes nothing twice', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.loseAnswers = true;
    phone.engine.commands.add(dish('101'), 1);
    await quiet();
    phone.connection.loseAnswers = false;
    phone.wake.next();
    await quiet();
    expect(server.log.entries.size).toBe(1);
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(shown(phone)).toEqual(['u1: 1×101']);
  });

  test.each([['with locks', true], ['without locks (plain HTTP)', false]])(
    'G3: after a reload %s what was pending is still pending, and goes out once',
    async (_name, withLocks) => {
      const { server } = start();
      const storage = memoryStorage();
      const locks = withLocks ? testLocks() : undefined;
      const first = await phoneAt({ server, userId: 'u1', storage, locks, connection: { ...goodConnection(), offline: true } });
      first.engine.commands.add(dish('101'), 1);
      first.engine.commands.add(dish('101'), 2);
      await quiet();
      await first.engine.close();
      await quiet();
      const second = await phoneAt({ server, userId: 'u1', storage, locks });
      expect(shown(second)).toEqual(['u1: 3×101']);
      await quiet();
      expect(second.engine.cart.value.pending).toBe(0);
      expect(server.log.entries.size).toBe(2);
      second.engine.commands.add(dish('102'), 1);
      await quiet();
      expect(server.log.entries.size).toBe(3);
    },
  ); // prettier-ignore

  test('T1: two tabs never write under one replica id; a reload goes on under its own', async () => {
    const { server } = start();
    const storage = memoryStorage();
    const locks = testLocks();
    const one = await phoneAt({ server, userId: 'u1', storage, locks });
    await quiet();
    const two = await phoneAt({ server, userId: 'u1', storage, locks });
    expect(two.replicaId).not.toBe(one.replicaId);
    await one.engine.close();
    await quiet();
    const three = await phoneAt({ server, userId: 'u1', storage, locks });
    expect(three.replicaId).toBe(one.replicaId);
  });

  test('the disk fails in the middle: the cart goes on in memory under a new replica, nothing is lost', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
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
    phone.engine.commands.add(dish('101'), 1);
    await quiet();
    broken = true;
    phone.engine.commands.add(dish('102'), 1);
    phone.engine.commands.add(dish('102'), 1);
    await quiet();
    expect(phone.engine.status.value.storage).toBe('memoryOnly');
    expect(shown(phone)).toEqual(['u1: 1×101', 'u1: 2×102']);
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(server.log.entries.size).toBe(3);
    // T2: numbers of the stored replica beyond its last stored one are never used.
    expect([...server.log.entries.keys()].filter((id) => id.startsWith(`${phone.replicaId}:`))).toEqual([
      `${phone.replicaId}:1`,
    ]);
    vi.restoreAllMocks();
  });

  test('G3: the disk fails right after a tab took over what another one left: nothing counts twice', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { server } = start();
    const memory = memoryStorage();
    const first = await phoneAt({ server, userId: 'u1', storage: memory });
    first.engine.commands.add(dish('101'), 1);
    await quiet();
    first.connection.offline = true;
    first.engine.commands.add(dish('102'), 1);
    await quiet();
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
    expect(server.log.entries.size).toBe(2);
    vi.restoreAllMocks();
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

  test('F2: a rejected change leaves the cart, and the diner is told why', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    server.toReject.set(`${phone.replicaId}:1`, 2025);
    phone.engine.commands.add(dish('101'), 1);
    phone.engine.commands.add(dish('102'), 1);
    await quiet();
    expect(shown(phone)).toEqual(['u1: 1×102']);
    expect(phone.notices).toEqual([{ kind: 'changeRejected', code: 2025, product: 'Dish 101' }]);
    expect(phone.engine.cart.value.pending).toBe(0);
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
    phone.engine.commands.add(dish('101'), 1);
    await quiet();
    expect(phone.notices).toEqual([{ kind: 'callRefused', call: 'update', code, msg: 'No' }]);
    expect(asked() > before).toBe(code === 66666);
    expect(shown(phone), 'nothing is lost').toEqual(['u1: 1×101']);
    phone.connection.refuse = undefined;
    phone.wake.next();
    await quiet();
    expect(phone.engine.cart.value.pending).toBe(0);
  });

  test('a cart that can not be fetched is told in the server’s words; a closed table ends the session', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.refuse = { kind: 'snapshot', code: 4711, msg: 'The till is closed' };
    phone.engine.refresh();
    await quiet();
    expect(phone.notices).toEqual([
      { kind: 'callRefused', call: 'fetch', code: 4711, msg: 'The till is closed' },
    ]);
    phone.connection.refuse = { kind: 'snapshot', code: 10010, msg: 'Unavailable' };
    phone.engine.refresh();
    await quiet();
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
    phone.connection.offline = false;
    phone.wake.next();
    await quiet();
    expect(shown(phone)).toEqual(['u1: 2×101 no ice']);
    expect(phone.engine.cart.value.pending).toBe(0);
    expect(phone.notices).toEqual([]);
    expect([...server.log.rejected.values()]).toEqual(['clockAhead', 'clockAhead', 'clockAhead']);
    const [added, ...changes] = [...server.log.entries.values()].map(({ event }) => event);
    for (const event of [added!, ...changes]) expect(event).toHaveProperty('lineId', added!.id);
    phone.engine.commands.add(dish('102'), 1);
    await quiet();
    await phone.engine.close();
    const again = await phoneAt({ server, userId: 'u1', storage, locks: testLocks() });
    again.engine.commands.add(dish('103'), 1);
    await quiet();
    expect(shown(again)).toEqual(['u1: 2×101 no ice', 'u1: 1×102', 'u1: 1×103']);
    expect(again.engine.cart.value.pending).toBe(0);
  });

  test('S1: another session ends this log; the diner hears how much was not sent', async () => {
    const { server } = start();
    const phone = await phoneAt({ server, userId: 'u1' });
    await quiet();
    phone.connection.offline = true;
    phone.engine.commands.add(dish('101'), 1);
    await quiet();
    server.sessionId = 's2';
    phone.connection.offline = false;
    phone.wake.next();
    await quiet();
    expect(phone.notices).toContainEqual({ kind: 'sessionEnded', unsent: 1 });
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
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    expect(group.sent).toEqual([]);
    ann.connection.offline = false;
    ann.wake.next();
    await quiet();
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

  test('a phone that was away catches up and its own changes go out (G6)', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    const ben = await phoneAt({ server, userId: 'u2' });
    await quiet();
    ben.connection.offline = true;
    ann.engine.commands.add(dish('101'), 1);
    ben.engine.commands.add(dish('201'), 2);
    await quiet();
    ann.engine.commands.clear('table');
    await quiet();
    ann.engine.commands.add(dish('102'), 1);
    await quiet();
    ben.connection.offline = false;
    ben.wake.next();
    await quiet();
    ann.wake.next();
    await quiet();
    // The clear had not seen what Ben added meanwhile.
    expect(shown(ben)).toEqual(['u1: 1×102', 'u2: 2×201']);
    expect(shown(ann)).toEqual(shown(ben));
  });

  test('E5: a peer that pretends to be somebody else, or the server, changes nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    const before = shown(ann);
    const forge = (id: string, userId: string) => {
      const fields = { id, at: [server.now(), 0] as const, seen: {}, userId };
      const event = itemAdded(fields, { lineId: id, item: dish('999'), quantity: 9 });
      return JSON.stringify({ fromBrowserId: 'b9', messageType: 'addCartItem', data: { events: [event] } });
    };
    group.deliver(forge('rx:1', 'u1'), 'u9');
    group.deliver(forge('server:1', 'u9'), 'u9');
    group.deliver(forge(`${ann.replicaId}:2`, 'u9'), 'u9');
    group.deliver(JSON.stringify('nonsense'), 'u9');
    group.deliver(JSON.stringify({ fromBrowserId: 'b9', messageType: 'whatIsThis', data: {} }), 'u9');
    await quiet();
    expect(shown(ann)).toEqual(before);
    vi.restoreAllMocks();
  });

  test('D16: a hint of the server about what is known already asks for nothing', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    const before = ann.connection.requests.length;
    const { version, known } = server.sync({});
    const hint = {
      fromBrowserId: 'server',
      messageType: 'cartChanged',
      data: { version, known, sessionId: 's1' },
    };
    group.deliver(JSON.stringify(hint), undefined);
    await quiet();
    expect(ann.connection.requests).toHaveLength(before);
    server.learn({
      t: 0,
      from: 'server',
      event: itemAdded({ id: 'rz:1', at: [server.now(), 0], seen: {}, userId: 'u3' }, { lineId: 'rz:1', item: dish('301'), quantity: 1 }),
    }); // prettier-ignore
    server.version += 1;
    group.deliver(
      JSON.stringify({ ...hint, data: { ...hint.data, known: server.sync({}).known } }),
      undefined,
    );
    await quiet();
    ann.wake.next();
    await quiet();
    expect(shown(ann)).toEqual(['u1: 1×101', 'u3: 1×301']);
  });
});

describe('G5: divergence', () => {
  test('a phone that knows the same and shows something else starts again from the server, once', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { server, group } = start();
    const storage = memoryStorage();
    const ann = await phoneAt({ server, group, userId: 'u1', storage });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
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
    server.learn({ t: 0, from: 'server', event: truth });
    server.version += 1;
    ann.wake.next();
    await quiet();
    expect(shown(ann)).toEqual(['u1: 1×101', 'u3: 1×301']);
    expect(said).toHaveBeenCalledTimes(1);
    ann.engine.commands.add(dish('102'), 1);
    await quiet();
    await ann.engine.close();
    const again = await phoneAt({ server, group, userId: 'u1', storage, locks: testLocks() });
    expect(shown(again)).toEqual(['u1: 1×101', 'u1: 1×102', 'u3: 1×301']);
    again.engine.commands.add(dish('103'), 1);
    await quiet();
    expect(again.engine.cart.value.pending).toBe(0);
    vi.restoreAllMocks();
  });
});

describe('placing an order', () => {
  test('O1: takes what the submitter saw; the table hears who placed it', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    const ben = await phoneAt({ server, group, userId: 'u2' });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    const placing = ann.engine.place({});
    ben.engine.commands.add(dish('201'), 1);
    expect(await placing).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    await quiet();
    ben.wake.next();
    await quiet();
    expect(shown(ann)).toEqual(['u2: 1×201']);
    expect(shown(ben)).toEqual(['u2: 1×201']);
    expect(ben.notices).toContainEqual({
      kind: 'orderSubmitted',
      userName: 'Diner u1',
      orderId: 'o1',
      mine: false,
    });
    expect(ben.engine.cart.value.lastOrderId).toBe('o1');
  });

  test('O1: what others add while the own changes are still on their way is the next round', async () => {
    const { server, group } = start();
    const ann = await phoneAt({ server, group, userId: 'u1' });
    const ben = await phoneAt({ server, group, userId: 'u2' });
    await quiet();
    ann.connection.offline = true;
    ann.engine.commands.add(dish('101'), 1);
    const placing = ann.engine.place({});
    ben.engine.commands.add(dish('201'), 1);
    await quiet();
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
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
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
      ann.wake.next();
      await quiet();
    }
    expect(known).toBeUndefined();
    ann.connection.loseAnswers = false;
    ann.wake.next();
    await quiet();
    expect(known).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    expect(server.placements.size).toBe(1);
  });

  test('O2: an order that can not leave is not tried; one that never arrived may be placed again', async () => {
    const { server } = start();
    const ann = await phoneAt({ server, userId: 'u1' });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    ann.connection.offline = true;
    // Nothing has told the phone so far.
    expect(await ann.engine.place({})).toEqual({ kind: 'unknown' });
    ann.wake.next();
    await quiet();
    ann.connection.offline = false;
    expect(await ann.engine.resumePlacement()).toMatchObject({ kind: 'refused', neverArrived: true });
    ann.connection.offline = true;
    ann.engine.refresh();
    await quiet();
    const before = server.placements.size;
    expect(await ann.engine.place({})).toEqual({ kind: 'notSent', offline: true });
    ann.connection.offline = false;
    ann.wake.next();
    await quiet();
    expect(await ann.engine.place({})).toMatchObject({ kind: 'placed' });
    expect(server.placements.size).toBe(before + 1);
  });

  test('O2: a placement that is still open after a reload is asked for at the start', async () => {
    const { server } = start();
    const storage = memoryStorage();
    const ann = await phoneAt({ server, userId: 'u1', storage });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    ann.connection.loseAnswers = true;
    await ann.engine.place({});
    await ann.engine.close();
    const again = await phoneAt({ server, userId: 'u1', storage });
    await quiet();
    expect(again.notices).toContainEqual({ kind: 'orderSubmitted', userName: '', orderId: 'o1', mine: true });
  });

  test('O1: while the own changes can not be sent nothing is placed', async () => {
    const { server } = start();
    const ann = await phoneAt({ server, userId: 'u1', connection: { ...goodConnection(), offline: true } });
    ann.engine.commands.add(dish('101'), 1);
    await quiet();
    const placing = ann.engine.place({});
    for (let turn = 0; turn < 2; turn += 1) {
      ann.wake.next();
      await quiet();
    }
    expect(await placing).toEqual({ kind: 'notSent', offline: true });
    expect(server.placements.size).toBe(0);
  });
});

/** A phone whose order has reached the server, and whose answer never came. */
async function orderWithoutAnswer() {
  const { server } = start();
  const ann = await phoneAt({ server, userId: 'u1' });
  ann.engine.commands.add(dish('101'), 1);
  await quiet();
  ann.connection.loseAnswers = true;
  expect(await ann.engine.place({})).toEqual({ kind: 'unknown' });
  return { server, ann };
}
