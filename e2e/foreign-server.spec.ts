/** Two phones at the foreign server, with each value of its switches. */
import { expect } from '@playwright/test';
import { dealValues, listReadable } from '#tests/foreign-values.ts';
import type { DinerPhone, PhoneOptions } from './support/diner.ts';
import { startForeignServer, tellRestaurant, type ServerProcess } from './support/table-server.ts';
import { atLength, shareServer, test } from './support/test.ts';

type Take = (options?: PhoneOptions) => Promise<DinerPhone>;

const eggs = 'Soy-Braised Eggs';
const cucumber = 'Smashed Cucumber';

/** Each call to a slow server takes 6 s, and a diner's action needs several calls in a row. */
const isSlow = (switches: readonly string[]) => switches.some((assignment) => assignment.startsWith('slow='));

const evenings = dealValues(listReadable(), 24);

/** Goes from the scan to the order on two phones. */
async function walkEvening(take: Take, server: ServerProcess, switches: readonly string[]): Promise<void> {
  expect(await tellRestaurant(server, ['reopen', ...switches].join(' '))).toBe('Done.');
  const phones = [await take(), await take()] as const;
  try {
    await orderTogether(server, phones, switches);
  } finally {
    for (const { context } of phones) await context.close();
  }
}

async function orderTogether(
  server: ServerProcess,
  [ann, mei]: readonly [ann: DinerPhone, mei: DinerPhone],
  switches: readonly string[],
): Promise<void> {
  const patiently = isSlow(switches) ? expect.configure({ timeout: 120_000 }) : expect;
  const isForMembers = switches.includes('guestMode=off');
  for (const [index, phone] of [ann, mei].entries()) {
    await phone.scan('/m/101/q/50007');
    if (isForMembers) {
      await phone.page.addLocatorHandler(phone.becomePopup, () => phone.completeLater());
      await phone.logInAndGoOn(`415-555-267${index + 1}`);
    }
    await phone.chooseGuestsIfAsked(2);
  }
  await ann.addFirst('Ann', eggs);
  await mei.addFirst('Mei', cucumber);
  await ann.addPlain(eggs, 'more');
  await ann.openCart();
  await mei.openCart();
  for (const { cart } of [ann, mei])
    for (const dish of [eggs, cucumber])
      await patiently(cart.getByRole('region').filter({ hasText: dish })).toHaveCount(1);
  await patiently(mei.cart.getByRole('region').filter({ hasText: eggs })).toContainText('× 2');
  await patiently(ann.cart.getByText(ann.words.t('cart:state.onThisPhone'))).toBeHidden();
  await ann.part(ann.screen.reviewOrder).click();
  if (switches.includes('orderCode=needed'))
    await ann.page
      .getByLabel(ann.words.t('cart:code.label'))
      .fill(await tellRestaurant(server, 'ordercode 7'));
  await ann.placeOrder.click();
  if (!isForMembers) await ann.logInAndGoOn('415-555-2671');
  await patiently(ann.page).toHaveURL(/\/order-detail\//);
  // The menu is still shown for a moment.
  await expect(ann.page.getByText(eggs, { exact: true }).last()).toBeVisible();
  const ordered = await tellRestaurant(server, 'orders 7');
  expect(ordered).toContain(' 2 x 1001032 of');
}

/** Halves a failing set of switch values until it finds those that fail alone. */
async function nameGuilty(take: Take, server: ServerProcess, switches: readonly string[]): Promise<string[]> {
  try {
    await walkEvening(take, server, switches);
    return [];
  } catch (error) {
    const [only = '', ...more] = switches;
    if (more.length === 0) return [`${only}: ${String(error).split('\n', 1)[0]}`];
    const half = Math.ceil(switches.length / 2);
    const guilty = [
      ...(await nameGuilty(take, server, switches.slice(0, half))),
      ...(await nameGuilty(take, server, switches.slice(half))),
    ];
    return guilty.length > 0
      ? guilty
      : [`${switches.join(' ')} together: ${String(error).split('\n', 1)[0]}`];
  }
}

test.describe('foreign server', () => {
  shareServer(() => startForeignServer());
  test.setTimeout(900_000);

  test('two phones order at a server with the default switches', ({ take, server }) =>
    walkEvening(take, server, []));

  for (const [number, switches] of evenings.entries())
    test(`evening ${number + 1}: ${switches.join(' ')}`, atLength, async ({ take, server }) =>
      expect(await nameGuilty(take, server, switches)).toEqual([]),
    );
});
