import { expect, test } from 'vitest';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { createItem, createTablePhone, listDishes } from '#testing/phones/table-phone.ts';
import { fakeClock, startTestServer } from '../server-under-test.ts';

const merchantId = '1001';
const hourMs = 3_600_000;

async function createRestaurant() {
  const clock = fakeClock(Date.parse('2026-11-25T12:00:00Z'));
  const server = await startTestServer({ clock, environment: { TOKEN_SECONDS: '86400' } });
  const admin = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await admin.readMerchant(merchantId))!;
  await admin.writeMerchant({ ...whole, timeZone: 'Europe/Berlin', dayEndsAt: 4 }, false);
  const { simple } = await listDishes(server);
  const sit = async (table: number) => {
    const seat = await server.seat(await server.member(`212574100${table}`), String(table));
    const phone = createTablePhone(server, seat, `p${table}`);
    return async () => {
      await phone.send(phone.add(createItem(simple[0]!)));
      return (await phone.order(`${table}-${clock.now()}`)).serial;
    };
  };
  return { clock, server, sit };
}

// CX60
test('numbers count up during a day, stay for further rounds, and restart after the day ends', async () => {
  const { clock, sit } = await createRestaurant();
  const [first, second, third] = [await sit(1), await sit(2), await sit(3)];
  expect([await first(), await second()]).toEqual(['1', '2']);
  clock.advance(14 * hourMs); // 03:00 on the next morning still belongs to this day.
  expect(await first(), 'a further round').toBe('1');
  expect(await third()).toBe('3');
  clock.advance(2 * hourMs);
  expect(await (await sit(4))(), '05:00 is another day').toBe('1');
});

// CX60
test('tables that order at the same moment get different numbers', async () => {
  const { sit } = await createRestaurant();
  const orders = [await sit(1), await sit(2), await sit(3), await sit(4), await sit(5)];
  const serials = await Promise.all(orders.map((order) => order()));
  expect(serials.toSorted()).toEqual(['1', '2', '3', '4', '5']);
});
