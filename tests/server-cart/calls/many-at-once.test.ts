import { expect, test } from 'vitest';
import { sharedServer } from '#tests/server/server-under-test.ts';
import { forTests } from '#tests/for-tests.ts';
import { decisionsIn, dishes, freeTables, itemFor, tablePhone } from '../table-phone.ts';

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
  const rows = await decisionsIn(server, sessionId);
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
