import fc from 'fast-check';
import { expect, it } from 'vitest';
import { routes } from '#workshop/plain-server/http/routes.ts';
import { setSwitch } from '#workshop/plain-server/switches/switch-text.ts';
import { switchChoices } from '#workshop/plain-server/switches/switches.ts';
import { bodyOf, memberAtTable, openEvening } from './guests-at-table.ts';
import { forAllAsync } from '#tests/properties/for-all.ts';

const names = (
  'orderItems productId quantity id notes orderItemModifiers modifierProductId orderDetail guests type tableId ' +
  'userCouponIds cartRowVersion page keyword phone'
).split(' ');
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, '', '7', '2.000', 'x', 0, 1, -2, 7, 31, 32, 52, 1e21),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('json'), { maxKeys: 5 }),
  ),
}));
const line = fc.record(
  {
    productId: fc.constantFrom(31, '32', 36, 99),
    // Half of them can be read: so every answer is met.
    quantity: fc.oneof(fc.constantFrom(1, 2), json),
    orderItemModifiers: json,
    notes: json,
  },
  { requiredKeys: ['productId'] },
);
const cart = fc.record({ orderItems: fc.array(line, { maxLength: 3 }), guests: json });
const settings = Object.entries(switchChoices).flatMap(([name, choices]) =>
  choices.map((choice) => `${name}=${choice}`),
);

it('every call answers every request in JSON, however the switches stand', async () => {
  const seen = new Set<unknown>();
  const step = fc.record({
    route: fc.constantFrom(...routes),
    body: fc.oneof(json, cart),
    setting: fc.constantFrom(...settings),
  });
  await forAllAsync(fc.array(step, { maxLength: 6 }), async (steps) => {
    const { restaurant } = openEvening();
    const diner = memberAtTable(restaurant, '2125550101');
    for (const { route, body, setting } of steps) {
      expect(setSwitch(restaurant.switches, setting)).toBeUndefined();
      const query = typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
      const parts = { query, body, last: '50007' };
      const answer = await route.run(restaurant, diner, parts, () => Promise.resolve('ws://group.test'));
      JSON.parse(answer.json);
      seen.add(bodyOf(answer)['code']);
    }
  });
  // Not only refusals of what cannot be read.
  expect([...seen]).toEqual(expect.arrayContaining([0, 400, 2025, 10010]));
});
