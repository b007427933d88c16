/** An answer never covers less than an earlier one, even when the server makes a checkpoint in between (F1). */
import { expect, test } from 'vitest';
import type { VersionVector } from '#events/log/version-vector.ts';
import { hasAllEvents } from '#events/log/version-vector.ts';
import { readSession } from '#server/ordering/cart/log/session-log.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createOtherHandle } from '../given.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

const server = startSharedServer();
const dish = createForTests(async () => createItem((await listDishes(server)).simple[0]!));
const freeTable = createFreeTables(server);

test('O4: covers grow after a login, for a phone that comes later', async () => {
  const qrcode = await freeTable();
  const guest = await server.seat(await server.guest(), qrcode);
  const before = createTablePhone(server, guest, 'rg');
  for (let n = 0; n < 11; n += 1) await before.send(...Array.from({ length: 10 }, () => before.add(dish)));
  const member = await server.seat(await server.member('2125557001', { asGuest: guest }), qrcode);
  const ann = createTablePhone(server, member, 'ra');
  await ann.refresh();
  expect(ann.carts()).toEqual([[member.userId, [['', 110]]]]);

  const bob = createTablePhone(server, await server.seat(await server.guest(), qrcode), 'rb');
  let covers: VersionVector = {};
  const look = async (): Promise<void> => {
    const { snapshot } = await bob.refresh();
    expect(hasAllEvents(snapshot!.covers, covers)).toBe(true);
    ({ covers } = snapshot!);
    expect(bob.view().blocked).toEqual([]);
  };
  await look();
  expect(Object.keys(covers)).not.toEqual([]);
  expect((await bob.send(bob.add(dish))).accepted?.ids).toEqual(['rb:1']);
  for (let count = 1; count <= 20; count += 1) {
    await ann.send(ann.add(dish));
    await look();
    expect(bob.carts()).toContainEqual([member.userId, [['', 110 + count]]]);
  }
  expect((await bob.send(bob.add(dish))).accepted?.ids).toEqual(['rb:2']);
  const { sessionId } = member;
  const stored = await server.db
    .selectFrom('session_checkpoints')
    .select('version')
    .where('session_id', '=', sessionId)
    .execute();
  expect(stored, 'a checkpoint was made on the way').toHaveLength(1);
  const { log } = await readSession(createOtherHandle(server.db), sessionId);
  expect(hasAllEvents(log.stable, covers), 'a server that starts covers no less').toBe(true);
  const third = createTablePhone(server, bob.diner, 'rc');
  await third.refresh();
  expect(third.carts()).toEqual(bob.carts());
});
