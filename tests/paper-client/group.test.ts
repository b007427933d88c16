// @module-tag slow
/** The group named by the table id, with clients of the specification and phones of ours. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { moveTable } from '#contract/calls/tables.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { openRealPhone } from '#testing/phones/real-phone.ts';
import { listDishes, createFreeTables, createItem } from '#testing/phones/table-phone.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { PaperClient } from './paper-client.ts';

const server = startSharedServer();
const freeTable = createFreeTables(server);
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function seatClient(qrcodeId: string, merchantId = '1001'): Promise<PaperClient> {
  const client = new PaperClient({ api: server.address, merchantId });
  cleanUps.push(() => client.stop());
  await client.registerGuest();
  expect(await client.scan(qrcodeId)).toMatchObject({ success: true });
  return client;
}

async function seatLive(qrcodeId: string, merchantId?: string): Promise<PaperClient> {
  const client = await seatClient(qrcodeId, merchantId);
  await client.goLive();
  return client;
}

const createAddition = (product: string) => ({ userName: 'Ann', product, quantity: 1 });
const listProducts = ({ received }: PaperClient) => received.map(({ data }) => data.product);

/** Sends a last message and waits for it. Messages arrive in order, so all earlier ones have arrived then. */
async function sendLastMessage(speaker: PaperClient, ...hearers: PaperClient[]): Promise<void> {
  await speaker.tell('addCartItem', createAddition('the end'));
  for (const hearer of hearers) await vi.waitFor(() => expect(listProducts(hearer)).toContain('the end'));
}

describe('clients of the specification', () => {
  // CG1, CG2, CF12
  test('at one table receive each other’s messages, and not their own', async () => {
    const code = await freeTable();
    const ann = await seatLive(code);
    const bob = await seatLive(code);
    await ann.tell('addCartItem', createAddition('Tea'));
    await vi.waitFor(() => expect(bob.received).toHaveLength(1));
    expect(bob.received[0]).toEqual({
      fromBrowserId: ann.browserId,
      messageType: 'addCartItem',
      data: createAddition('Tea'),
    });
    await bob.tell('updateGuestNumber', { guests: 6 });
    await vi.waitFor(() => expect(ann.received).toMatchObject([{ data: { guests: 6 } }]));
  });

  // CX8
  test('receive the server’s message about a change that was only posted', async () => {
    const code = await freeTable();
    const ann = await seatLive(code);
    const bob = await seatClient(code);
    const { simple } = await listDishes(server);
    await bob.postCart([{ productId: simple[0]!.id, quantity: 1 }]);
    await vi.waitFor(() => expect(ann.logged.map(({ messageType }) => messageType)).toContain('cartChanged'));
  });
});

describe('a phone of ours and a client of the specification', () => {
  // P3, CG3, CB6
  test('receive each other’s changes', async () => {
    const code = await freeTable();
    const paper = await seatLive(code);
    const diner = await server.seat(await server.guest(), code);
    const seat = { ...diner, userName: 'Mei', address: '10.1.1.1' };
    const phone = await openRealPhone(seat, { server: () => server.address });
    cleanUps.push(() => phone.close());
    const notices: TableNotice[] = [];
    phone.engine.notices.subscribe((notice) => void notices.push(notice));
    await vi.waitFor(() => expect(phone.isLive()).toBe(true), 10_000);
    const { simple } = await listDishes(server);

    const [tea, soup] = simple.map((product) => createItem(product));
    phone.tap(({ commands }) => commands.add(tea!, 2));
    await vi.waitFor(() =>
      expect(paper.received.map(({ messageType }) => messageType)).toContain('addCartItem'),
    );
    const said = paper.received.find(({ messageType }) => messageType === 'addCartItem')!;
    expect(said.data).toMatchObject({ userName: 'Mei', product: tea!.name, quantity: 2 });
    await vi.waitFor(async () => expect(await paper.lines(seat.userId)).toMatchObject([{ quantity: 2 }]));

    await paper.postCart([{ productId: soup!.productId, quantity: 1 }]);
    await paper.tell('addCartItem', { userName: 'Pia', product: soup!.name, quantity: 1 });
    await vi.waitFor(() => {
      expect(notices).toContainEqual(expect.objectContaining({ kind: 'peerAdded', userName: 'Pia' }));
      const others = phone.engine.cart.value.carts.find(({ mine }) => !mine);
      expect(others?.lines.map(({ item, quantity }) => [item.productId, quantity])).toEqual([
        [soup!.productId, 1],
      ]);
    }, 10_000);

    await paper.initialize({ guests: 6 });
    await vi.waitFor(() => expect(phone.engine.cart.value.guests).toBe(6), 10_000);
  });
});

describe('other groups', () => {
  // CX7
  test('are separate for another restaurant’s table with the same id', async () => {
    const code = await freeTable();
    const ann = await seatLive(code);
    await server.db
      .insertInto('tables')
      .values({ id: ann.tableId, merchant_id: '1003', qrcode_id: '990099', name: 'The same', sort: 99 })
      .execute();
    const bob = await seatLive(code);
    const eve = await seatLive('990099', '1003');
    const eva = await seatLive('990099', '1003');
    expect(eve.tableId).toBe(ann.tableId);
    await eve.tell('addCartItem', createAddition('of another house'));
    await sendLastMessage(eve, eva);
    await ann.tell('addCartItem', createAddition('Tea'));
    await sendLastMessage(ann, bob);
    expect(listProducts(eva)).toEqual(['of another house', 'the end']);
    expect(listProducts(bob)).toEqual(['Tea', 'the end']);
    expect([listProducts(eve), listProducts(ann)]).toEqual([[], []]);
  });

  // CX7, S1
  test('are separate for the next party of a table, even on an open connection of the last one', async () => {
    const code = await freeTable();
    const last = await seatLive(code);
    const { id } = await server.db
      .selectFrom('table_sessions')
      .select('id')
      .where('table_id', '=', last.tableId)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow();
    const end = { now: server.deps.clock.now(), reason: '' };
    await runInTransaction(server.db, (trx) => closeSession(trx, id, end));
    const [ann, bob] = [await seatLive(code), await seatLive(code)];
    expect(ann.tableId).toBe(last.tableId);
    await last.tell('clearCart', createAddition('of before'));
    await ann.tell('addCartItem', createAddition('Tea'));
    await sendLastMessage(ann, bob);
    expect(listProducts(bob)).toEqual(['Tea', 'the end']);
    expect(listProducts(last)).toEqual([]);
    expect(await last.negotiate()).toMatchObject({ success: false });
  });
});

// CX19
test('are joined for a moved party under the table ids of before and after', async () => {
  const code = await freeTable();
  const to = await freeTable();
  const ann = await seatLive(code);
  const toTableId = `1001${to.padStart(3, '0')}`;
  const till = await server.till();
  await server.ask(moveTable, { ...till, body: { actId: 'moves', tableId: ann.tableId, toTableId } });
  const bob = await seatLive(to);
  const cem = await seatLive(to);
  expect(bob.tableId).toBe(toTableId);
  await ann.tell('addCartItem', createAddition('Tea'));
  await sendLastMessage(bob, ann, cem);
  expect(listProducts(cem)).toEqual(['Tea', 'the end']);
});
