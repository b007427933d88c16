import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { memoryStorage } from '#client/storage/memory-storage.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import type { Switches } from '#testing/foreign-server/switches.ts';
import { dish, quiet, shown, TestGroup } from '#testing/phones/engine-phone.ts';
import { goodConnection } from '#testing/connection.ts';
import { PlainEvening } from '../plain-evening.ts';

const start = (switches: Partial<Switches> = {}) => new PlainEvening(switches);

// CA19
test('P1: own lines are stored as they should be, each under one name of the server', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  ann.engine.commands.add(dish('101'), 1);
  await ann.adds('102', 2);
  await ann.adds('101', 2);
  const [line] = ann.engine.cart.value.carts[0]!.lines;
  ann.engine.commands.decrease(line!, 1);
  ann.engine.commands.editNotes(line!, 'no ice');
  await quiet();
  expect(shown(ann)).toEqual(['u1: 2×101 no ice', 'u1: 2×102']);
  expect(ann.engine.cart.value.pending).toBe(0);
  const lines = server.linesOf('u1');
  expect(lines.map(({ quantity, notes }) => [quantity, notes])).toEqual([
    [2, 'no ice'],
    [2, ''],
  ]);
  expect(ann.engine.cart.value.carts[0]!.lines.map(({ lineId }) => lineId)).toEqual(
    lines.map(({ id }) => id),
  );
});

// CA20
test('P3: two phones agree, by messages and by what the server answers', async () => {
  const { seat, group, pass } = start();
  const ann = await seat('u1');
  const ben = await seat('u2');
  await pass(2_000);
  ann.engine.commands.setGuests(3);
  // P1: everybody's change carries the guest count along, so the last writer wins.
  await pass(2_000);
  ann.engine.commands.add(dish('101'), 1);
  await ben.adds('201', 2);
  // P2: what Ben hears is followed by a cart before his own change leaves.
  await pass(2_000);
  expect(shown(ann)).toEqual(['u1: 1×101', 'u2: 2×201']);
  expect(shown(ben)).toEqual(shown(ann));
  expect(ben.engine.cart.value.guests).toBe(3);
  expect(ben.notices).toContainEqual({
    kind: 'peerAdded',
    userName: 'Diner u1',
    product: 'Dish 101',
    productId: '101',
    quantity: 1,
  });
  // A phone that speaks only the contract: show it, and reload the cart.
  group.deliver(
    JSON.stringify({ fromBrowserId: 'b9', messageType: 'clearCart', data: { userName: 'Cy' } }),
    'u9',
  );
  await pass(2_000);
  expect(shown(ann)).toEqual(shown(ben));
});

test('O1: the phone mints the order itself; everybody learns its id', async () => {
  const { server, seat, pass } = start();
  const ann = await seat('u1');
  const ben = await seat('u2');
  ann.engine.commands.add(dish('101'), 1);
  await ben.adds('201');
  await pass(3_000);
  expect(await ann.engine.place({})).toMatchObject({ kind: 'placed' });
  const { id } = server.order!;
  await pass(3_000);
  for (const phone of [ann, ben]) {
    expect(shown(phone)).toEqual([]);
    expect(phone.engine.cart.value.lastOrderId).toBe(id);
  }
  await ben.adds('202');
  await pass(3_000);
  expect(shown(ann)).toEqual(['u2: 1×202']);
  expect(server.order).toMatchObject({
    rowVersion: 1,
    orderItems: [{ productId: '101' }, { productId: '201' }],
  });
});

test('P2: a read that overlapped an own change says neither before nor after, and is thrown away', async () => {
  const { seat } = start();
  let answer: () => void = () => {};
  const detour = (transport: CartTransport): Partial<CartTransport> => ({
    post: async (...args) => {
      const value = await transport.post(...args);
      await new Promise<void>((resolve) => (answer = resolve));
      return value;
    },
  });
  const ann = await seat('u1', { detour });
  await quiet();
  const seen: string[][] = [];
  ann.engine.commands.add(dish('101'), 1);
  ann.engine.cart.subscribe(() => seen.push(shown(ann)));
  await quiet();
  await ann.refreshes();
  answer();
  await quiet();
  await ann.wakes();
  expect(new Set(seen.flat())).toEqual(new Set(['u1: 1×101']));
  expect(ann.engine.cart.value.pending).toBe(0);
});

test('P2: a cart that was read before a clear and comes after its answer does not bring the lines back', async () => {
  const { server, seat } = start();
  let isSlow = false;
  let release: () => void = () => {};
  const detour = (transport: CartTransport): Partial<CartTransport> => ({
    snapshot: async (known) => {
      const value = await transport.snapshot(known);
      if (isSlow) await new Promise<void>((resolve) => (release = resolve));
      return value;
    },
  });
  const ann = await seat('u1', { detour });
  await ann.adds('101');
  // Nobody hears of this change: the version that it took is the one that the clear is thought to have.
  const ben = await seat('u2', { group: new TestGroup() });
  ben.engine.commands.add(dish('201'), 1);
  await vi.waitUntil(() => server.linesOf('u2').length > 0);
  isSlow = true;
  await ann.refreshes();
  ann.engine.commands.clear('table');
  await quiet();
  const seen: string[][] = [];
  ann.engine.cart.subscribe(() => seen.push(shown(ann)));
  isSlow = false;
  release();
  await quiet();
  await vi.waitUntil(() => server.linesOf('u2').length === 0);
  await quiet();
  expect(new Set(seen.flat())).toEqual(new Set());
});

test('P2: a cart that was read while the fate of a change is open is thrown away: nothing counts twice', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  await quiet();
  const seen: string[][] = [];
  ann.engine.cart.subscribe(() => seen.push(shown(ann)));
  ann.connection.loseAnswers = 'post';
  await ann.adds('101');
  expect(server.linesOf('u1')).toHaveLength(1);
  await ann.refreshes();
  ann.connection.loseAnswers = false;
  await ann.wakes();
  expect(new Set(seen.flat())).toEqual(new Set(['u1: 1×101']));
  expect(server.linesOf('u1').map(({ quantity }) => quantity)).toEqual([1]);
  expect(ann.engine.cart.value.pending).toBe(0);
});

test('P2: the same after a reload: what the page before had sent counts once', async () => {
  const { server, seat } = start();
  const storage = memoryStorage();
  const ann = await seat('u1', { storage });
  await quiet();
  ann.connection.loseAnswers = 'post';
  await ann.adds('101');
  await ann.engine.close();
  const connection = { ...goodConnection(), loseAnswers: 'post' };
  const again = await seat('u1', { storage, connection });
  await quiet();
  await again.refreshes();
  expect(shown(again)).toEqual(['u1: 1×101']);
  connection.loseAnswers = '';
  await again.wakes();
  expect(shown(again)).toEqual(['u1: 1×101']);
  expect(server.linesOf('u1').map(({ quantity }) => quantity)).toEqual([1]);
});

test('P2: a message that comes after the cart that has its change counts twice until the next cart, a second at most', async () => {
  const { server, seat, group, pass } = start();
  const ann = await seat('u1');
  const ben = await seat('u2');
  await pass(2_000);
  const late: (() => void)[] = [];
  const deliver = group.deliver.bind(group);
  group.deliver = (...message) => void late.push(() => deliver(...message));
  await ann.adds('101');
  await ben.refreshes();
  await pass(2_000);
  expect(shown(ben)).toEqual(['u1: 1×101']);
  expect(late).toHaveLength(1);
  late[0]!();
  await pass(1_100);
  expect(shown(ben)).toEqual(['u1: 1×101']);
  // The name came with the message.
  expect(ben.engine.cart.value.carts[0]!.userName).toBe('Diner u1');
  // Told again, as by a sender that did not hear of its delivery, it says nothing new.
  const seen: string[][] = [];
  ben.engine.cart.subscribe(() => seen.push(shown(ben)));
  late[0]!();
  await pass(2_000);
  expect(new Set(seen.flat())).toEqual(new Set(['u1: 1×101']));
  expect(ben.notices.filter(({ kind }) => kind === 'peerAdded')).toHaveLength(1);
  expect(server.linesOf('u1')).toHaveLength(1);
});

test('P2: a message that comes before the first answer waits for it, and is not shown on top of that', async () => {
  const { seat } = start();
  const ann = await seat('u1');
  await quiet();
  const connection = { ...goodConnection(), offline: true };
  const ben = await seat('u2', { connection });
  await quiet();
  await ann.adds('101');
  connection.offline = false;
  await ben.wakes();
  expect(shown(ben)).toEqual(['u1: 1×101']);
  expect(ben.notices).toContainEqual({
    kind: 'peerAdded',
    userName: 'Diner u1',
    product: 'Dish 101',
    productId: '101',
    quantity: 1,
  });
});

test('D16: a plain server gives no hints: it is asked every 10 s although the group is live', async () => {
  const { seat, group, pass } = start();
  const ann = await seat('u1');
  const live = new BehaviorSubject(true);
  const join = group.join.bind(group);
  group.join = (...member) => ({ ...join(...member), live });
  const ben = await seat('u2');
  await pass(1_000);
  group.deliver = () => {};
  await ann.adds('101');
  await pass(8_000);
  expect(shown(ben)).toEqual([]);
  await pass(2_000);
  expect(shown(ben)).toEqual(['u1: 1×101']);
});

test('P2: a line that is sold out stays the diner’s: it is shown, and the next change does not take it away', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  await quiet();
  await ann.adds('101');
  server.restaurant.staff.soldOut('101', true);
  await ann.refreshes();
  await ann.adds('102');
  expect(shown(ann).sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
  expect(server.linesOf('u1').map(({ productId }) => productId)).toEqual(['101', '102']);
  expect(await ann.engine.place({})).toMatchObject({ kind: 'refused', code: codes.soldOut });
  await quiet();
  expect(shown(ann).sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
});

test('P1: a server that refuses a change for what is in it is not asked again; the diner is told', async () => {
  const { seat } = start();
  const detour = (transport: CartTransport): Partial<CartTransport> => ({
    post: async (detail, ...more) =>
      detail.orderItems.some(({ productId }) => productId === '101')
        ? { ok: false, failure: { kind: 'refused', code: codes.soldOut, msg: '' } }
        : await transport.post(detail, ...more),
  });
  const ann = await seat('u1', { detour });
  await quiet();
  ann.engine.commands.add(dish('101'), 1);
  ann.engine.commands.add(dish('102'), 1);
  for (let turn = 0; turn < 3; turn += 1) {
    await quiet();
    ann.wake.next();
  }
  await quiet();
  expect(ann.notices).toEqual([{ kind: 'changeRejected', code: codes.soldOut, product: 'Dish 101' }]);
  expect(shown(ann)).toEqual(['u1: 1×102']);
  expect(ann.engine.cart.value.pending).toBe(0);
});
