/** `npm run conformance` at a server that was written from the contract alone, over HTTP. */
import { describe, expect, test } from 'vitest';
import { forTests } from '#tests/for-tests.ts';
import { listen } from '#workshop/plain-server/http/http.ts';
import { setSwitch } from '#workshop/plain-server/switches/switch-text.ts';
import { plainSwitches, switchChoices, type Switches } from '#workshop/plain-server/switches/switches.ts';
import { longId } from '#workshop/plain-server/wire/loose.ts';
import { playAt, type Evening } from './evening.ts';

const server = forTests(
  () => listen({ switches: plainSwitches() }),
  ({ close }) => close(),
);

/** An evening at the first table. @param phone the member who orders; none: a guest does */
async function evening(switches: readonly string[], phone?: string): Promise<Evening> {
  const { restaurant, address } = server;
  Object.assign(restaurant.switches, plainSwitches(), {
    guestOrders: 'accepted',
  } satisfies Partial<Switches>);
  for (const text of switches) expect(setSwitch(restaurant.switches, text)).toBeUndefined();
  const written = (id: string) => (restaurant.switches.ids === 'long' ? longId(id) : id);
  const { merchantId, tables } = restaurant.signs;
  return await playAt(address, {
    merchantId: written(merchantId),
    qrcodeId: written(tables[0]!.qrcodeId),
    phone,
    codeFor: (to) => Promise.resolve(restaurant.staff.codeSentTo(to) ?? ''),
  });
}

describe('a table can order', () => {
  const choices = Object.entries(switchChoices)
    // Somebody else changes the cart under the journey's hands, or takes no orders of guests.
    .filter(([name]) => name !== 'othersWrite' && name !== 'guestOrders')
    .flatMap(([name, [, ...others]]) => others.map((value) => `${name}=${value}`));

  // P5
  test.each([
    'cartVersion=everywhere',
    ...choices,
    'compareVersions=true',
    'clockShiftMs=-3600000',
    'taxRate=0.08875000000000001',
    'optionalFields=absent envelope=bare placedOrder=bare',
    'optionalFields=null envelope=withoutCode ids=long',
    'numbers=text quantities=decimals times=iso cartAnswer=order ids=text',
  ])('%s', async (switches) => {
    const { orderId, failures } = await evening(switches.split(' '));
    expect({ failures, hasOrder: orderId !== undefined }).toEqual({ failures: [], hasOrder: true });
  });

  test('by a member, where guests may not', async () => {
    const { orderId, text } = await evening(['guestOrders=refused'], '2125550123');
    expect(orderId).toBeDefined();
    expect(text).toMatch(/✓ POST \/api\/member\/login: member \d+/);
  });
});

describe('no table can order', () => {
  test.each([
    [['guestOrders=refused'], 'whoever orders may order: guests may not: name a member’s phone with --phone'],
    [['refusal=getCart:500:always:out of order'], 'GET /api/shoppingCart: refused with 500: “out of order”'],
    [['fault=html500:productsByCategories:always'], 'cannot be read: HTTP 500, and no JSON with an envelope'],
    [
      ['refusal=preview:404:always:no such page'],
      'POST /api/merchant/order/preview: refused with 404: “no such page”',
    ],
    [
      ['refusal=tableActiveOrder:404:always:no such page'],
      'table-active-order: refused with 404: “no such page”',
    ],
    [['fault=connectionCut:registerGuest:always'], 'POST /api/member/register/guest: no answer: '],
    [
      ['othersWrite=cartsLost', 'othersWriteEvery=1'],
      'a dish that was added is in the cart: 0, and should be 1',
    ],
  ])('%s', async (switches, why) => {
    const { orderId, failures } = await evening(switches);
    expect(orderId).toBeUndefined();
    expect(failures.join('\n')).toContain(why);
  });
});

test('what the phone does without is said once, with the path of the field', async () => {
  const { text } = await evening(['optionalFields=absent', 'refusal=search:404:1:no such page']);
  expect(text).toContain(
    [
      '~ GET /api/member/merchant/search: refused with 404: “no such page”',
      '    needs    products: id, name, price',
      '    without  only the menu on the phone is searched',
    ].join('\n'),
  );
  expect(text).toContain('    without  categories[].products[].allergens: no allergens are shown\n');
  expect(text.match(/userCarts\[\]\.invalidOrderItems/g)).toHaveLength(1);
});
