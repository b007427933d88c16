import { expect, test } from 'vitest';
import { login, sendPhoneCode } from '#contract/calls/member.ts';
import { dataOf, sharedServer } from '#tests/server/server-under-test.ts';
import { forTests } from '#tests/for-tests.ts';
import { dishes, freeTables, itemFor, tablePhone } from './table-phone.ts';

const server = sharedServer();
const menu = forTests(() => dishes(server));
const freeTable = freeTables(server);

test('F1, G4: ten diners at once: every accepted event is kept, versions have no gap, all see the same', async () => {
  const qrcode = await freeTable();
  const phones = await Promise.all(
    Array.from({ length: 10 }, async (_, n) =>
      tablePhone(server, await server.seat(await server.guest(), qrcode), `r${n}`),
    ),
  );
  const accepted: string[] = [];
  await Promise.all(
    phones.map(async (phone, n) => {
      for (let round = 0; round < 5; round += 1) {
        const dish = itemFor(menu.simple[(n + round) % menu.simple.length]!);
        const events = [phone.add(dish, 2), phone.decrease(1, phone.lines().at(-1))];
        const sync = await phone.send(...events);
        accepted.push(...(sync.accepted?.ids ?? []));
        if (round === 3 && n === 0) await phone.sendClear(phone.clear());
      }
    }),
  );
  expect(accepted).toHaveLength(100);
  const { sessionId } = phones[0]!.diner;
  const rows = await server.db
    .selectFrom('events')
    .select(['id', 'version', 'rejected'])
    .where('session_id', '=', sessionId)
    .orderBy('version')
    .execute();
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.every(({ rejected }) => rejected === null)).toBe(true);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([...accepted, 'r0:9']));
  for (const phone of phones) {
    const sync = await phone.refresh();
    expect(phone.digest()).toBe(sync.digest);
    expect(phone.view().known).toEqual(sync.known);
    expect(phone.view().waiting).toEqual([]);
  }
});

test("O4: at login the guest's lines become the member's", async () => {
  const guest = await server.seat(await server.guest(), await freeTable());
  const before = tablePhone(server, guest, 'rg');
  await before.send(before.add(itemFor(menu.simple[0]!, 'hot'), 2));
  const phone = '2125559876';
  dataOf(await server.call(sendPhoneCode, { merchantId: '1001', body: { phone } }));
  const body = {
    phone,
    code: await server.codeFor(phone),
    autoRegister: true,
    autoReceiveCoupon: true,
    autoFillingName: true,
  };
  const member = dataOf(await server.call(login, { ...guest, body }));
  const after = tablePhone(server, { ...guest, token: member.token!, userId: member.id }, 'rm');
  const sync = await after.refresh();
  expect(after.carts()).toEqual([[member.id, [['hot', 2]]]]);
  expect(sync.known).toEqual({ rg: 1, server: 2 });
  expect(sync.digest).toBe(after.digest());
  expect((await after.place('p1')).success).toBe(true);
});
