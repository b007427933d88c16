// @module-tag slow
/** Open events of a diner and of a session are bounded. At the bound an order or a clear makes room again (D37). */
import { describe, expect, test } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { codes, rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { changeSession, storeDecisions, readSession } from '#server/ordering/cart/log/session-log.ts';
import type { Usage } from '#server/ordering/cart/rules/open-events.ts';
import { startSharedServer, type DinerAtTable } from '#tests/server/server-under-test.ts';
import { decideEvents, createLog, noodles, noon, createPhone } from '../given.ts';
import {
  listDishes,
  emptyDetail,
  createFreeTables,
  createItem,
  createTablePhone,
} from '#testing/phones/table-phone.ts';

const server = startSharedServer();
const freeTable = createFreeTables(server);

describe('the arbiter accepts events while there is room, and a clear beyond that', () => {
  const { ofDiner, ofTable, reserved, clearsBeyond } = limits.open;
  const little = { events: 1, bytes: 300, unknown: 0 };
  const oneDish = JSON.stringify(createPhone('ra', 'ann').add()).length;
  /** Decides on two dishes, a number of guests, a clear and another dish. */
  const decideFive = (own: Partial<Usage>, table: Partial<Usage>) => {
    const author = createPhone('ra', 'ann');
    const events = [author.add(), author.add(), author.guests(2), author.clear(), author.add()];
    const open = { table: { ...little, ...table }, diners: new Map([['ann', { ...little, ...own }]]) };
    return decideEvents(createLog(), events, { open });
  };
  const createOutcome = (code: string) => ({
    accepted: ['ra:1', 'ra:4'],
    rejected: [['ra:2', code], ['ra:3', code], ['ra:5', code]],
  }); // prettier-ignore

  // D37
  test('limits a diner’s own open events', () => {
    const most = ofDiner.events;
    expect(decideFive({ events: most - 1 }, { events: most })).toEqual(createOutcome('dinerFull'));
    expect(decideFive({ events: most + clearsBeyond }, { events: most }).accepted).toBeUndefined();
    expect(decideFive({ bytes: ofDiner.bytes - oneDish }, {})).toEqual(createOutcome('dinerFull'));
  });

  test('limits the table’s, unless the diner has few open events', () => {
    const most = ofTable.events;
    const own = { events: reserved.events };
    expect(decideFive(own, { events: most - 1 })).toEqual(createOutcome('tableFull'));
    expect(decideFive(own, { events: most + clearsBeyond }).accepted).toEqual(['ra:4']);
    expect(decideFive(own, { bytes: ofTable.bytes - oneDish })).toEqual(createOutcome('tableFull'));
    expect(decideFive({}, { events: 2 * most, bytes: 2 * ofTable.bytes })).toEqual({
      accepted: ['ra:1', 'ra:2', 'ra:3', 'ra:4', 'ra:5'],
    });
  });

  test('E7: limits events that the server does not know', () => {
    const author = createPhone('ra', 'ann');
    const createUnknown = () => ({ ...author.add(), type: 'dishSung', name: 'La' }) as unknown as AnyEvent;
    const events = [...Array.from({ length: ofDiner.unknown + 1 }, createUnknown), author.add()];
    const { accepted, rejected } = decideEvents(createLog(), events);
    expect(accepted).toHaveLength(ofDiner.unknown + 1);
    expect(rejected).toEqual([[`ra:${ofDiner.unknown + 1}`, 'unknownEvents']]);
  });
});

/** Fills the table with this many events of an absent diner. */
async function fill({ sessionId }: DinerAtTable, count: number): Promise<void> {
  const author = createPhone('gone', 'somebody');
  for (let left = count; left > 0; left -= 500)
    await changeSession(server.db, sessionId, async (trx, { log }) => {
      const decided = Array.from({ length: Math.min(left, 500) }, () => author.add(noodles)).map((event) => ({
        event,
        userId: 'somebody',
        code: null,
      }));
      return { log: await storeDecisions(trx, log, decided, noon), value: undefined };
    });
}

// Each event names every replica in `seen`. With many hundreds of them each event would be too long (E1).
test('replica ids under many names do not fill a table: a diner with few of them continues to write', async () => {
  const qrcodeId = await freeTable();
  const ann = await server.seat(await server.guest(), qrcodeId);
  const dish = createItem((await listDishes(server)).simple[0]!);
  const { most, reserved } = limits.replicasOfTable;
  const sendFromReplicas = async (replicas: number) => {
    const eve = await server.seat(await server.guest(), qrcodeId);
    const events = Array.from({ length: replicas }, (_, n) =>
      createTablePhone(server, eve, `${n}${eve.userId}`.padEnd(limits.replicaIdLength, 'x')).add(dish),
    );
    const body = { merchantId: eve.merchantId, orderDetail: emptyDetail, events, known: {} };
    return await server.call(updateCart, { ...eve, body });
  };
  for (let left = most; left > 0; left -= limits.replicasOfDiner)
    expect((await sendFromReplicas(limits.replicasOfDiner)).data.sync!.accepted!.ids).toHaveLength(
      limits.replicasOfDiner,
    );
  expect(await sendFromReplicas(reserved + 1)).toMatchObject({
    status: 429,
    data: { budget: 'replicasOfTable' },
  });
  expect((await sendFromReplicas(reserved)).code).toBe(codes.ok);
  const phones = ['ra', 'rb'].map((name) => createTablePhone(server, ann, name));
  for (const mine of phones) {
    await mine.send();
    const event = mine.add(dish);
    expect((await mine.send(event)).accepted?.ids).toEqual([event.id]);
  }
});

test('with 5 000 open events of others a diner still adds many; a clear makes room', async () => {
  const diner = await server.seat(await server.guest(), await freeTable());
  const { ofTable, reserved } = limits.open;
  await fill(diner, ofTable.events);
  const dish = createItem((await listDishes(server)).simple[0]!);
  const mia = createTablePhone(server, diner, 'ra');
  await mia.refresh();
  const own = Array.from({ length: reserved.events }, () => mia.add(dish));
  expect((await mia.send(...own)).accepted?.ids).toHaveLength(reserved.events);
  const last = mia.add(dish);
  const sync = await mia.send(last);
  expect(sync.rejected).toEqual([{ ids: [last.id], code: rejections.tableFull }]);
  expect((await readSession(server.db, diner.sessionId)).log.open.table.events).toBe(
    ofTable.events + reserved.events,
  );

  const orderItems = [{ id: '0', quantity: 1, orderItemModifiers: [], ...dish, notes: 'plain' }];
  const body = { merchantId: diner.merchantId, orderDetail: { orderItems } };
  expect(await server.call(updateCart, { ...diner, body })).toMatchObject({
    code: codes.badRequest,
    msg: 'Too many changes are open: order or clear the cart first',
    data: { budget: rejections.tableFull },
  });

  const clear = mia.clear();
  await mia.sendClear(clear);
  const next = mia.add(dish);
  expect(await mia.send(next)).toMatchObject({ accepted: { ids: [next.id] } });
  expect(mia.carts()).toEqual([[diner.userId, [['', 1]]]]);
  // A phone that joins now gets the clear and the event after it, and not the 5 000 events before.
  const query = { merchantId: diner.merchantId, browserId: 'b' };
  const { data } = await server.call(getCart, { ...diner, query });
  expect(data.sync!.snapshot!.events!.map(({ id }) => id)).toEqual([clear.id, next.id]);
});
