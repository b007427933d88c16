/** F1: whatever checkpoint is made meanwhile, no answer covers less than an earlier one did. */
import { expect, test } from 'vitest';
import type { VersionVector } from '#events/log/version-vector.ts';
import { includes } from '#events/log/version-vector.ts';
import { readSession } from '#server/ordering/cart/log/session-log.ts';
import { sharedServer, type DinerAtTable } from '#tests/server/server-under-test.ts';
import { forTests } from '#tests/for-tests.ts';
import { dishes, freeTables, itemFor, tablePhone } from '../table-phone.ts';

const server = sharedServer();
const dish = forTests(async () => itemFor((await dishes(server)).simple[0]!));
const freeTable = freeTables(server);

type Phone = ReturnType<typeof tablePhone>;

async function addMany(phone: Phone, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 10)
    await phone.send(...Array.from({ length: Math.min(left, 10) }, () => phone.add(dish)));
}

/** The second diner's phone while the first goes on: it never loses what it was told, and may always tap. */
async function sitBeside(first: Phone, second: Phone, firstsUnits: number): Promise<void> {
  let covers: VersionVector = {};
  const look = async (): Promise<void> => {
    const { snapshot } = await second.refresh();
    expect(includes(snapshot!.covers, covers)).toBe(true);
    ({ covers } = snapshot!);
    expect(second.view().waiting).toEqual([]);
  };
  await look();
  expect(Object.keys(covers)).not.toEqual([]);
  expect((await second.send(second.add(dish))).accepted?.ids).toEqual(['rb:1']);
  for (let count = 1; count <= 20; count += 1) {
    await first.send(first.add(dish));
    await look();
    const units = second
      .view()
      .carts.flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + line.quantity, 0);
    expect(units).toBe(firstsUnits + count + 1);
  }
  expect((await second.send(second.add(dish))).accepted?.ids).toEqual(['rb:2']);
  const { sessionId } = first.diner;
  const stored = await server.db
    .selectFrom('session_checkpoints')
    .select('version')
    .where('session_id', '=', sessionId)
    .execute();
  expect(stored, 'a checkpoint was made on the way').toHaveLength(1);
  const { log } = await readSession(server.db.withoutPlugins(), sessionId);
  expect(includes(log.settled, covers), 'a server that starts covers no less').toBe(true);
  const third = tablePhone(server, second.diner, 'rc');
  await third.refresh();
  expect(third.carts()).toEqual(second.carts());
}

test('after one diner’s own clear, for another who comes later', async () => {
  const qrcode = await freeTable();
  const ann = tablePhone(server, await server.seat(await server.guest(), qrcode), 'ra');
  await addMany(ann, 110);
  await ann.send(ann.clear('user'));
  await sitBeside(ann, tablePhone(server, await server.seat(await server.guest(), qrcode), 'rb'), 0);
});

test('O4: after a login, for another who comes later', async () => {
  const qrcode = await freeTable();
  const guest: DinerAtTable = await server.seat(await server.guest(), qrcode);
  await addMany(tablePhone(server, guest, 'rg'), 110);
  const member = await server.seat(await server.member('2125557001', { asGuest: guest }), qrcode);
  const ann = tablePhone(server, member, 'ra');
  await ann.refresh();
  expect(ann.carts()).toEqual([[member.userId, [['', 110]]]]);
  await sitBeside(ann, tablePhone(server, await server.seat(await server.guest(), qrcode), 'rb'), 110);
});
