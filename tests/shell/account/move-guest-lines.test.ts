/** A guest logs in at a restaurant that does not move the guest's dishes, over real HTTP (O4). */
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateCart } from '#contract/calls/cart.ts';
import { emptyTableCart, type TableCart } from '#client/cart/table-cart.ts';
import { ForeignRestaurant } from '#testing/foreign-server/restaurant.ts';
import { createForTests } from '#tests/for-tests.ts';
import { openEnginePhone, listShown, type EnginePhone } from '#testing/phones/engine-phone.ts';
import { createMenus } from '#testing/simulated-menu.ts';
import { createApiForTests, createMember, type Asked } from '../../client/api/api-scene.ts';

const { scene, diner } = createApiForTests();
const bringing = createForTests(async () => await import('#client/move-guest-lines.ts'));
const transports = createForTests(async () => await import('#client/transport/http-transport.ts'));
let restaurant: ForeignRestaurant;
let phone: EnginePhone;

// Without locks, as on plain HTTP.
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
    drawRandom: () => 0.5,
    tell: () => undefined,
    people: ['guest', 'ann', 'mei'].map((id) => ({ id, firstName: id, token: id })),
    tables: ['7', '8'].map((id) => ({ id, name: id, qrcodeId: id })),
    menus: createMenus('101', '102'),
  });
  scene.answer((asked) => ({ text: answerRequest(asked) }));
  postAsGuest([{ id: 0, productId: '101', quantity: 2, orderItemModifiers: [] }]);
  sit('7');
  const server = { now: Date.now, transportFor: () => transports.createHttpTransport('101') };
  phone = await openEnginePhone({ server, userId: 'ann', sessionId: '' });
});

function postAsGuest(orderItems: readonly object[]): void {
  const headers = { authorization: 'Bearer guest', tableid: '7' };
  restaurant.answer({ method: 'POST', path: '/api/shoppingCart', query: {}, headers, body: { orderItems } });
}

function answerRequest({ method, path, headers, body }: Asked): string {
  const { pathname, searchParams } = new URL(path, scene.address);
  const query = Object.fromEntries(searchParams);
  return restaurant.answer({ method, path: pathname, query, headers: createHeaders(headers), body }).text;
}

function createHeaders({ authorization = '', tableid }: Asked['headers']): Record<string, string> {
  return { authorization, tableid: String(tableid) };
}

const member = createMember('ann', { name: 'Ann', firstName: 'Ann', registrationState: 1 });

function sit(tableId: string): void {
  const table = { merchantId: '101', tableId, tableName: tableId, qrcodeId: tableId, sessionId: '' };
  diner.updateDiner({ merchantId: '101', token: 'ann', member, table });
}

/** Starts Ann's phone after her login, and returns the dishes that it shows once they have arrived. */
async function startAnnsPhone(tableId: string, left?: TableCart): Promise<string[]> {
  sit(tableId);
  const log = { merchantId: '101', tableId, sessionId: '', userId: 'ann' };
  await bringing.moveGuestLines(phone.engine, log, {
    sessionId: '',
    userIds: ['guest'],
    token: 'guest',
    cartBefore: left,
  });
  const come = listShown(phone);
  await firstValueFrom(phone.engine.cart.pipe(filter(({ pending }) => pending === 0)));
  return come;
}

const listLines = () =>
  ['7', '8'].flatMap((table) =>
    restaurant.staff
      .linesOf(table)
      .map(({ personId, line }) => `${table} ${personId}: ${line.quantity}×${line.productId}`),
  );

test('P4: they are added once; lines that the staff weighed for the guest stay', async () => {
  restaurant.staff.addLine('7', '102', 0.5, 'guest');
  await startAnnsPhone('7');
  await startAnnsPhone('7');
  expect(listLines()).toEqual(['7 guest: 0.5×102', '7 ann: 2×101']);
});

test('the phone shows them once when they arrive: an order sent then has them once', async () => {
  phone.engine.refresh();
  await firstValueFrom(phone.engine.cart.pipe(filter(({ carts }) => carts.length === 1)));
  expect(await startAnnsPhone('7')).toEqual(['ann: 2×101']);
});

test('they are added if the server refuses to report an order because there is none', async () => {
  restaurant.switches.noActiveOrder = 'code404';
  await startAnnsPhone('7');
  expect(listLines()).toEqual(['7 ann: 2×101']);
});

test.each(['order', 'orderDetail', 'flat'] as const)(
  'they are added if the server reads the order detail as: %s',
  async (cartBodyName) => {
    restaurant.switches.cartBodyName = cartBodyName;
    await startAnnsPhone('7');
    expect(listLines()).toEqual(['7 ann: 2×101']);
  },
);

describe('the server removes them at the login', () => {
  const item = { productId: '101', categoryId: 'c1', notes: '', modifiers: [] };
  const createCart = (userId: string, mine: boolean) => ({
    userId,
    userName: userId,
    mine,
    lines: [{ lineId: `line of ${userId}`, aliases: [], userId, item, quantity: 2, mine }],
  });
  const left = { ...emptyTableCart, carts: [createCart('guest', true), createCart('mei', false)] };
  beforeEach(() => postAsGuest([]));

  test('they are added again, once', async () => {
    restaurant.staff.addLine('7', '102', 1, 'mei');
    await startAnnsPhone('7', left);
    await startAnnsPhone('7', left);
    expect(listLines()).toEqual(['7 mei: 1×102', '7 ann: 2×101']);
  });

  test('they are not added if the member has them', async () => {
    restaurant.staff.addLine('7', '101', 2, 'ann');
    await startAnnsPhone('7', left);
    expect(listLines()).toEqual(['7 ann: 2×101']);
  });

  test('lines that the member had when the table was opened again are not added', async () => {
    restaurant.staff.addLine('7', '102', 1, 'mei');
    await startAnnsPhone('7', { ...emptyTableCart, carts: [createCart('ann', true)] });
    expect(listLines()).toEqual(['7 mei: 1×102']);
  });

  test('they are not added if an order took the whole cart', async () => {
    await startAnnsPhone('7', left);
    expect(listLines()).toEqual([]);
  });
});

test.each([
  ['the same table: they are there', '7', ['7 ann: 2×101']],
  ['another table: it gets no lines', '8', []],
])('the page closes while they are being added, and is back at %s', async (_where, table, left) => {
  scene.answer((asked) => {
    const isLastWord = asked.method === updateCart.method && asked.headers.authorization === 'Bearer guest';
    const text = answerRequest(asked);
    if (isLastWord) sit('8');
    return { text };
  });
  await startAnnsPhone('7');
  expect(listLines()).toEqual([]);
  await startAnnsPhone(table);
  expect(listLines()).toEqual(left);
});
