/** A session is bounded by what is not settled (F4): then nothing more is taken until it is ordered or cleared. */
import { expect, test } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { codes, rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { decide } from '#server/cart/rules/arbiter.ts';
import { changeSession, keepDecided, readSession } from '#server/cart/log/session-log.ts';
import { sharedServer, type DinerAtTable } from '#tests/server/server-under-test.ts';
import { given, inShort, menu, noodles, noon, nothing, phone } from '../given.ts';
import { dishes, freeTables, itemFor, tablePhone } from '../table-phone.ts';

const server = sharedServer();
const freeTable = freeTables(server);

test('the arbiter takes what there is room for, and a clear beyond it', () => {
  const author = phone('ra', 'ann');
  const events = [author.add(), author.add(), author.guests(2), author.clear(), author.add()];
  const request = { userId: 'ann', events, now: noon, replicaOwners: new Map() };
  const unsettled = limits.unsettledEvents - 1;
  const full = rejections.tableFull;
  expect(inShort(decide(given(), menu, { ...request, unsettled }))).toEqual({
    ...nothing,
    accepted: ['ra:1', 'ra:4'],
    rejected: [['ra:2', full], ['ra:3', full], ['ra:5', full]],
  }); // prettier-ignore
  const most = limits.unsettledEvents + limits.clearsBeyond;
  expect(inShort(decide(given(), menu, { ...request, unsettled: most })).accepted).toEqual([]);
});

/** The table after so many events of somebody who has left. */
async function fill({ sessionId }: DinerAtTable, count: number): Promise<void> {
  const author = phone('gone', 'somebody');
  for (let left = count; left > 0; left -= 500)
    await changeSession(server.db, sessionId, async (trx, { log }) => {
      const decided = Array.from({ length: Math.min(left, 500) }, () => author.add(noodles)).map((event) => ({
        event,
        userId: 'somebody',
        code: null,
      }));
      return { log: await keepDecided(trx, log, decided, noon), value: undefined };
    });
}

test('5 000 open events: the next ones are refused with a code of their own, a clear makes room', async () => {
  const diner = await server.seat(await server.guest(), await freeTable());
  await fill(diner, limits.unsettledEvents - 1);
  const dish = itemFor((await dishes(server)).simple[0]!);
  const mia = tablePhone(server, diner, 'ra');
  await mia.refresh();
  const sync = await mia.send(mia.add(dish), mia.add(dish));
  expect(sync.accepted?.ids).toEqual(['ra:1']);
  expect(sync.rejected).toEqual([{ ids: ['ra:2'], code: rejections.tableFull }]);
  expect((await readSession(server.db, diner.sessionId)).log.unsettled).toBe(limits.unsettledEvents);

  const orderItems = [{ id: '0', quantity: 1, orderItemModifiers: [], ...dish, notes: 'plain' }];
  const body = { merchantId: diner.merchantId, orderDetail: { orderItems } };
  expect(await server.call(updateCart, { ...diner, body })).toMatchObject({
    code: codes.badRequest,
    msg: 'Too many changes at this table: order or clear the cart first',
  });

  await mia.sendClear(mia.clear());
  expect((await mia.send(mia.add(dish))).accepted?.ids).toEqual(['ra:4']);
  expect(mia.carts()).toEqual([[diner.userId, [['', 1]]]]);
  // F4: a phone that comes now learns one event, not five thousand.
  const query = { merchantId: diner.merchantId, browserId: 'b' };
  const { data } = await server.call(getCart, { ...diner, query });
  expect(data.sync!.snapshot!.events!.map(({ id }) => id)).toEqual(['ra:4']);
}, 60_000);
