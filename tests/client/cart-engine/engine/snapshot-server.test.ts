import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { createDish, waitUntilQuiet, listShown } from '#testing/phones/engine-phone.ts';
import { PlainEvening } from '../snapshot-evening.ts';

// CA19
test('P1: own lines are stored correctly, each under one name of the server', async () => {
  const { server, seat } = new PlainEvening();
  const ann = await seat('u1');
  ann.engine.commands.add(createDish('101'), 1);
  await ann.adds('102', 2);
  await ann.adds('101', 2);
  const [line] = ann.engine.cart.value.carts[0]!.lines;
  ann.engine.commands.decrease(line!, 1);
  ann.engine.commands.editNotes(line!, 'no ice');
  await waitUntilQuiet();
  expect(listShown(ann)).toEqual(['u1: 2×101 no ice', 'u1: 2×102']);
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
test('P3: two phones agree by messages and by the server’s answers', async () => {
  const { seat, group, pass } = new PlainEvening();
  const ann = await seat('u1');
  const ben = await seat('u2');
  await pass(2_000);
  ann.engine.commands.setGuests(3);
  // Each change carries the number of guests, so Ben's phone needs Ann's first.
  await pass(2_000);
  ann.engine.commands.add(createDish('101'), 1);
  await ben.adds('201', 2);
  // Ben's phone loads the cart after Ann's message and before its own change.
  await pass(2_000);
  expect(listShown(ann)).toEqual(['u1: 1×101', 'u2: 2×201']);
  expect(listShown(ben)).toEqual(listShown(ann));
  expect(ben.engine.cart.value.guests).toBe(3);
  expect(ben.notices).toContainEqual({
    kind: 'peerAdded',
    userName: 'Diner u1',
    product: 'Dish 101',
    productId: '101',
    quantity: 1,
  });
  // A message without events, as phones of other makers send it.
  group.deliver(
    JSON.stringify({ fromBrowserId: 'b9', messageType: 'clearCart', data: { userName: 'Cy' } }),
    'u9',
  );
  await pass(2_000);
  expect(listShown(ann)).toEqual(listShown(ben));
});

test('P2: a sold-out line stays the diner’s: it is shown, and the next change does not remove it', async () => {
  const { server, seat } = new PlainEvening();
  const ann = await seat('u1');
  await waitUntilQuiet();
  await ann.adds('101');
  server.restaurant.staff.soldOut('101', true);
  await ann.refreshes();
  await ann.adds('102');
  expect(listShown(ann).sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
  expect(server.linesOf('u1').map(({ productId }) => productId)).toEqual(['101', '102']);
  expect(await ann.engine.place({})).toMatchObject({ kind: 'refused', code: codes.soldOut });
  await waitUntilQuiet();
  expect(listShown(ann).sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
});
