/** `npm run conformance` over HTTP at a server that was written from the specification alone. */
import { expect, test } from 'vitest';
import { listen } from '#testing/foreign-server/http.ts';
import { createSwitches, setSwitch } from '#testing/foreign-server/switches.ts';
import { dealValues, listValues, type SwitchValues } from '#tests/foreign-values.ts';
import { playAt, type Evening } from './evening.ts';

/** Plays an evening at the first table. Guests may order unless a switch says otherwise. */
async function playWith(switches: readonly string[], phone?: string): Promise<Evening> {
  const chosen = createSwitches({ guestOrders: 'allowed', slowMs: 20 });
  for (const assignment of switches) expect(setSwitch(chosen, assignment)).toBeUndefined();
  const { restaurant, address, close } = await listen({ port: 0, switches: chosen });
  try {
    return await playAt(address, {
      merchantId: restaurant.settings.merchantId,
      qrcodeId: restaurant.tables[0]!.qrcodeId,
      phone,
      codeFor: (to) => Promise.resolve(restaurant.staff.codeSentTo(to) ?? ''),
    });
  } finally {
    await close();
  }
}

/** By design no table can order at these, or others change the cart under the command's hands. */
const cannotOrder: SwitchValues = {
  tableState: ['unavailable'],
  guestOrders: ['refusedNoMsg'],
  orderCode: ['needed'],
  nameNeeded: ['yes'],
  othersWrite: ['waiterAdds', 'waiterChanges', 'waiterRemoves', 'staffClears', 'cartsLost'],
};

/** The phone's readers or the command do not understand these yet. */
const notYetRead: SwitchValues = {
  guestAnswer: ['token', 'tokenObject', 'memberAndToken'],
  menuNeedsToken: ['yes'],
  qrAnswer: ['table', 'nested', 'list'],
  merchantAnswer: ['list'],
  productsAnswer: ['products', 'map', 'menus'],
  productNames: ['prefixed'],
  cartBodyName: ['order', 'flat'],
  postMeans: ['change'],
  missingLine: ['kept'],
  cartPostAnswer: ['true', 'null'],
  orderBody: ['wrapped'],
  placeAnswer: ['idOnly'],
  previewAnswer: ['list'],
  noActiveOrder: ['code404'],
};

// P5
test.each([[], ...dealValues(listValues(cannotOrder, notYetRead), 40)].map((switches) => ({ switches })))(
  'a table orders with $switches',
  async ({ switches }) => {
    const { orderId, failures } = await playWith(switches);
    expect({ failures, hasOrder: orderId !== undefined }).toEqual({ failures: [], hasOrder: true });
  },
);

test('a member orders where guests may not', async () => {
  const { orderId, text } = await playWith(['guestOrders=refused'], '2125550123');
  expect(orderId).toBeDefined();
  expect(text).toMatch(/✓ POST \/api\/member\/login: member \d+/);
});

test.each([
  [['guestOrders=refused'], 'whoever orders may order: guests may not: name a member’s phone with --phone'],
  [['fault=refused:cartGet:999:500'], 'GET /api/shoppingCart: '],
  [['fault=html500:products:999:0'], 'cannot be read: HTTP 500, and no JSON with an envelope'],
  [['fault=refused:preview:999:404'], 'POST /api/merchant/order/preview: refused with 404: “Not today.”'],
  [['fault=refused:activeOrder:999:404'], 'table-active-order: refused with 404: “Not today.”'],
  [['fault=cut:guest:999:0'], 'POST /api/member/register/guest: no answer: '],
  [
    ['othersWrite=cartsLost', 'othersWriteEvery=1'],
    'a dish that was added is in the cart: 0, and should be 1',
  ],
])('no table can order with %s', async (switches, why) => {
  const { orderId, failures } = await playWith(switches);
  expect(orderId).toBeUndefined();
  expect(failures.join('\n')).toContain(why);
});
