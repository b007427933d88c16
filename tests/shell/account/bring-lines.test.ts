/** D43: a guest's dishes on their way to the member, at a restaurant that moves nothing: over real HTTP. */
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { updateCart } from '#contract/calls/cart.ts';
import { ForeignRestaurant } from '#testing/foreign-server/restaurant.ts';
import { forTests } from '#tests/for-tests.ts';
import { phoneAt, type Phone } from '../../cart/phone.ts';
import { menusOf } from '../../foreign-restaurant.ts';
import { apiForTests, type Asked } from '../api/api-scene.ts';

const { scene, diner } = apiForTests();
const bringing = forTests(async () => await import('#src/runtime/bring-lines.ts'));
const transports = forTests(async () => await import('#src/runtime/transport/http-transport.ts'));
let restaurant: ForeignRestaurant;
let phone: Phone;

// D24: without locks, as on plain HTTP.
beforeAll(() => void vi.stubGlobal('navigator', {}));
afterEach(async () => {
  await phone.engine.close();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  for (const way of ['warn', 'debug', 'log'] as const)
    vi.spyOn(console, way).mockImplementation(() => undefined);
  restaurant = new ForeignRestaurant({
    now: () => 1_795_000_000_000,
    random: () => 0.5,
    tell: () => undefined,
    people: ['guest', 'ann'].map((id) => ({ id, firstName: id, token: id })),
    tables: ['7', '8'].map((id) => ({ id, name: id, qrcodeId: id })),
    menus: menusOf('101', '102'),
  });
  scene.answer((asked) => ({ text: answered(asked) }));
  const orderItems = [{ id: 0, productId: '101', quantity: 2, orderItemModifiers: [] }];
  restaurant.answer({
    method: 'POST',
    path: '/api/shoppingCart',
    query: {},
    headers: { authorization: 'Bearer guest', tableid: '7' },
    body: { orderItems },
  });
  sit('7');
  const server = { now: Date.now, transportFor: () => transports.httpTransport('101') };
  phone = await phoneAt({ server, userId: 'ann', sessionId: '' });
});

function answered({ method, path, headers, body }: Asked): string {
  const { pathname, searchParams } = new URL(path, scene.address);
  const query = Object.fromEntries(searchParams);
  return restaurant.answer({ method, path: pathname, query, headers: headersOf(headers), body }).text;
}

function headersOf({ authorization = '', tableid }: Asked['headers']): Record<string, string> {
  return { authorization, tableid: String(tableid) };
}

const member = {
  id: 'ann', name: 'Ann', firstName: 'Ann', lastName: '', mail: '', phone: '', birthday: null,
  languagePreference: 'en-US', registrationState: 1, availableUserCouponCount: 0,
} as const; // prettier-ignore

function sit(tableId: string): void {
  const table = { merchantId: '101', tableId, tableName: tableId, qrcodeId: tableId, sessionId: '' };
  diner.updateDiner({ merchantId: '101', token: 'ann', member, table });
}

/** Ann has logged in; this goes on at the next start of her phone. */
async function goesOn(tableId: string): Promise<void> {
  sit(tableId);
  const log = { merchantId: '101', tableId, sessionId: '', userId: 'ann' };
  await bringing.bringLines(phone.engine, log, { sessionId: '', userIds: ['guest'], token: 'guest' });
  await firstValueFrom(phone.engine.cart.pipe(filter(({ pending }) => pending === 0)));
}

const lines = () =>
  ['7', '8'].flatMap((table) =>
    restaurant.staff
      .linesOf(table)
      .map(({ personId, line }) => `${table} ${personId}: ${line.quantity}×${line.productId}`),
  );

test('they come once; what the staff have weighed for the guest stays where it was put (P4)', async () => {
  restaurant.staff.addLine('7', '102', 0.5, 'guest');
  await goesOn('7');
  await goesOn('7');
  expect(lines()).toEqual(['7 guest: 0.5×102', '7 ann: 2×101']);
});

test.each([
  ['the same table: they are there', '7', ['7 ann: 2×101']],
  ['another table: nothing comes there', '8', []],
])('the phone is taken away while they are on their way, and is back at %s', async (_where, table, left) => {
  scene.answer((asked) => {
    const isLastWord = asked.method === updateCart.method && asked.headers.authorization === 'Bearer guest';
    const text = answered(asked);
    if (isLastWord) sit('8');
    return { text };
  });
  await goesOn('7');
  expect(lines()).toEqual([]);
  await goesOn(table);
  expect(lines()).toEqual(left);
});
