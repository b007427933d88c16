import { expect, test } from 'vitest';
import { memoryStorage } from '#src/cart/storage/memory-storage.ts';
import { dish, phoneAt, quiet, shown, TestGroup } from './phone.ts';
import { PlainTable } from './plain-table.ts';

const start = () => {
  let time = 1_700_000_000_000;
  const server = new PlainTable(() => (time += 10));
  const group = new TestGroup();
  return { server, group, seat: (userId: string) => phoneAt({ server, group, userId, sessionId: '' }) };
};

test('P1: own lines are stored as they should be, each under one name of the server', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  ann.engine.commands.add(dish('101'), 1);
  ann.engine.commands.add(dish('102'), 2);
  await quiet();
  ann.engine.commands.add(dish('101'), 2);
  await quiet();
  const [line] = ann.engine.cart.value.carts[0]!.lines;
  ann.engine.commands.decrease(line!, 1);
  ann.engine.commands.editNotes(line!, 'no ice');
  await quiet();
  expect(shown(ann)).toEqual(['u1: 2×101 no ice', 'u1: 2×102']);
  expect(ann.engine.cart.value.pending).toBe(0);
  expect(server.carts.get('u1')!.map(({ id, quantity, notes }) => [id, quantity, notes])).toEqual([
    ['1', 2, 'no ice'],
    ['2', 2, ''],
  ]);
});

test('P2: what the server has is shown once, also after the answer of a change was lost', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  await quiet();
  ann.weather.loseAnswers = true;
  ann.engine.commands.add(dish('101'), 1);
  await quiet();
  ann.weather.loseAnswers = false;
  ann.wake.next();
  await quiet();
  ann.wake.next();
  await quiet();
  expect(shown(ann)).toEqual(['u1: 1×101']);
  expect(server.carts.get('u1')).toHaveLength(1);
  expect(ann.engine.cart.value.pending).toBe(0);
});

test('P3: two phones agree, by messages and by what the server answers', async () => {
  const { seat, group } = start();
  const ann = await seat('u1');
  const ben = await seat('u2');
  await quiet();
  ann.engine.commands.setGuests(3);
  ann.engine.commands.add(dish('101'), 1);
  ben.engine.commands.add(dish('201'), 2);
  await quiet();
  expect(shown(ann)).toEqual(['u1: 1×101', 'u2: 2×201']);
  expect(shown(ben)).toEqual(shown(ann));
  expect(ben.engine.cart.value.guests).toBe(3);
  expect(ben.notices).toContainEqual({
    kind: 'peerAdded',
    userName: 'Diner u1',
    product: 'Dish 101',
    quantity: 1,
  });
  // A phone that speaks only the contract: show it, and reload the cart.
  group.deliver(
    JSON.stringify({ fromBrowserId: 'b9', messageType: 'clearCart', data: { userName: 'Cy' } }),
    'u9',
  );
  await quiet();
  expect(shown(ann)).toEqual(shown(ben));
});

test('P1: a clear of the table waits until it is known what kind of server this is', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  const ben = await seat('u2');
  ben.engine.commands.add(dish('201'), 1);
  await quiet();
  ann.engine.commands.add(dish('101'), 1);
  ann.engine.commands.clear('table');
  await quiet();
  ben.wake.next();
  await quiet();
  expect(shown(ann)).toEqual([]);
  expect(shown(ben)).toEqual([]);
  expect(server.carts.size).toBe(0);
  expect(ann.engine.cart.value.pending).toBe(0);
});

test('after a reload the cart is there, pending changes too', async () => {
  const { server, group } = start();
  const storage = memoryStorage();
  const ann = await phoneAt({ server, group, userId: 'u1', sessionId: '', storage });
  ann.engine.commands.add(dish('101'), 1);
  await quiet();
  ann.weather.offline = true;
  ann.engine.commands.add(dish('102'), 1);
  await quiet();
  await ann.engine.close();
  const again = await phoneAt({ server, group, userId: 'u1', sessionId: '', storage });
  expect(shown(again)).toEqual(['u1: 1×101', 'u1: 1×102']);
  await quiet();
  expect(server.carts.get('u1')).toHaveLength(2);
  expect(again.engine.cart.value.pending).toBe(0);
});

test('O1: the phone mints the order itself; everybody learns its id', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  const ben = await seat('u2');
  ann.engine.commands.add(dish('101'), 1);
  ben.engine.commands.add(dish('201'), 1);
  await quiet();
  expect(await ann.engine.place({})).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
  await quiet();
  for (const phone of [ann, ben]) {
    expect(shown(phone)).toEqual([]);
    expect(phone.engine.cart.value.lastOrderId).toBe('o1');
  }
  ben.engine.commands.add(dish('202'), 1);
  await quiet();
  expect(shown(ann)).toEqual(['u2: 1×202']);
  expect(server.orders).toHaveLength(1);
});

test('O2: no answer: the phone looks for the order before it lets the diner try again', async () => {
  const { server, seat } = start();
  const ann = await seat('u1');
  ann.engine.commands.add(dish('101'), 1);
  await quiet();
  ann.weather.loseAnswers = true;
  expect(await ann.engine.place({})).toEqual({ kind: 'unknown' });
  ann.weather.loseAnswers = false;
  expect(await ann.engine.resumePlacement()).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
  await quiet();
  expect(shown(ann)).toEqual([]);
  expect(server.orders).toHaveLength(1);
});

test('P2: a read that overlapped an own change says neither before nor after, and is thrown away', async () => {
  const { server, group } = start();
  let answer: () => void = () => {};
  const open = server.transportFor.bind(server);
  server.transportFor = (weather, userId) => {
    const transport = open(weather, userId);
    return {
      ...transport,
      post: async (...args) => {
        const value = await transport.post(...args);
        await new Promise<void>((resolve) => (answer = resolve));
        return value;
      },
    };
  };
  const ann = await phoneAt({ server, group, userId: 'u1', sessionId: '' });
  await quiet();
  const seen: string[][] = [];
  ann.engine.commands.add(dish('101'), 1);
  ann.engine.cart.subscribe(() => seen.push(shown(ann)));
  await quiet();
  ann.engine.refresh();
  await quiet();
  answer();
  await quiet();
  ann.wake.next();
  await quiet();
  expect(new Set(seen.flat())).toEqual(new Set(['u1: 1×101']));
  expect(ann.engine.cart.value.pending).toBe(0);
});
