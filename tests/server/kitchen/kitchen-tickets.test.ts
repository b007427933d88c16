/** CX18: what the kitchen's screen is told, over a real server and database. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import type { Order } from '#contract/order-fields.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf } from '../server-under-test.ts';
import { act, actOnOrder, closes } from '../staff/acts.ts';
import { deskForTests } from '../desk/desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

test('rounds stand there, oldest first, until all of them is on the table or the order is closed', async () => {
  const seat = await server.seat(await server.member('2126350001'), await freeTable());
  const phone = tablePhone(server, seat, 'rk1');
  const { simple } = await dishes(server);
  const place = async (quantity: number) => {
    clock.advance(1_000);
    await phone.send(phone.add(itemFor(simple[0]!), quantity));
    return (dataOf(await phone.place(nanoid())) as { order: Order }).order;
  };
  const tickets = async () => {
    const { tickets: all } = await server.ask(kitchenScreen, till);
    return all.filter(({ serial }) => serial === first.serial);
  };
  const first = await place(2);
  await place(1);
  const { stations } = await server.ask(kitchenScreen, till);
  expect(stations.map(({ id }) => id)).toEqual(['kitchen', 'wok', 'bar']);
  expect((await tickets()).map(({ round, placedAt }) => [round, clock.now() - placedAt])).toEqual([
    [1, 1_000],
    [2, 0],
  ]);
  expect((await tickets())[0]!.dishes.map(({ station, line }) => [station, line.quantity])).toEqual([
    ['kitchen', 2],
  ]);
  const serves = async (quantity: number) =>
    dataOf(
      await server.call(actOnOrder, {
        ...till,
        ...act(first, { type: 'dishServed', orderItemId: '1-1', quantity }),
      }),
    ).order;
  await serves(1);
  expect(await tickets()).toHaveLength(2);
  const now = await serves(1);
  expect((await tickets()).map(({ round }) => round)).toEqual([2]);
  dataOf(await server.call(actOnOrder, { ...till, ...closes(now, 'completed') }));
  expect(await tickets()).toEqual([]);
  const other = await server.till('1002');
  expect((await server.ask(kitchenScreen, other)).tickets).toEqual([]);
});
