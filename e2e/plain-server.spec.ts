/** P1–P3: the phone at a table whose server knows nothing of events. */
import { expect } from '@playwright/test';
import { fromScanToOrder } from './support/journey-steps.ts';
import { startPlainServer, type ServerProcess } from './support/table-server.ts';
import { shareServer, test } from './support/test.ts';

shareServer(startPlainServer);

// The very same steps: the names of the others come with their phones' messages, and although a login moves nothing
// here, the guest's lines stay in the table's cart and go with the order.
// D25
test('two phones at one table: from the QR code to the order, and another round', async ({ take }) => {
  const ann = await take();
  const mei = await take();
  await fromScanToOrder(ann, mei, { table: '/m/1001/q/1', phone: '415-555-2671' });

  await test.step('an order number of 17 digits is taken as it is', async () => {
    await expect(ann.page).toHaveURL(/\/order-detail\/7\d{15}1$/);
  });

  await test.step('the second round joins the same order', async () => {
    await mei.addPlain('Smashed Cucumber');
    await mei.openCart();
    await mei.cart.getByRole('button', { name: 'Review order' }).click();
    await mei.button(/Place order/).click();
    await mei.logIn('415-555-2672');
    await expect(mei.page).toHaveURL(/\/order-detail\/7\d{15}1$/);
    await expect(mei.heading('Round 2')).toBeVisible();
    await expect(mei.page.getByText('Braised Beef Noodle Soup', { exact: true })).toBeVisible();
    await ann.page.getByRole('alertdialog').getByRole('button', { name: 'View detail' }).click();
    await expect(ann.page.getByText('Smashed Cucumber', { exact: true })).toBeVisible();
  });
});

test('answers get lost and the server is away: nothing counts twice, nothing is missing', async ({
  takeTwo,
  server,
}) => {
  const [ann, mei] = await takeTwo(2);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openCart();
  await mei.openCart();
  const annsAtMei = mei.cart.getByRole('region').filter({ hasText: 'Soy-Braised Eggs' });

  await test.step('the answer to a change is lost', async () => {
    await turnKnobs(server, { dropAnswerOf: '/api/shoppingCart' });
    await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
    await expect(annsAtMei.getByText('× 2')).toBeVisible();
    await expect(ann.confirmed).toBeAttached();
  });

  await test.step('both change their carts while the server is away', async () => {
    await turnKnobs(server, { offline: true });
    await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
    await mei.closeCart();
    await mei.addPlain('Pineapple Cake');
    // The name of a diner is the server's to keep, so it is asked for once that is back.
    await expect(ann.cart.getByText('On this phone only')).toBeVisible();
    await turnKnobs(server, { offline: false });
    await mei.giveName('Mei');
    await mei.openCart();
    for (const { cart } of [ann, mei]) {
      await expect(cart.getByText('Confirmed')).toBeAttached({ timeout: 40_000 });
      await expect(cart.getByText('On this phone only')).toBeHidden();
    }
    // The server tells no names: hers came with the message, which her phone kept until the group was back (P3).
    const meisAtAnn = ann.linesOf('Mei').filter({ hasText: 'Pineapple Cake' });
    await expect(meisAtAnn).toBeVisible();
    await expect(annsAtMei.getByText('× 3')).toBeVisible();
  });

  await test.step('the table group is away: what changed meanwhile is seen when it is back (P3)', async () => {
    await turnKnobs(server, { groupOffline: true });
    await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
    await expect(ann.confirmed).toBeAttached();
    await turnKnobs(server, { groupOffline: false });
    // Whoever is back later has not heard it said, and sees it all the same.
    await expect(annsAtMei.getByText('× 4')).toBeVisible();
  });

  await test.step('the answer to the order is lost: the phone looks for the order (O2)', async () => {
    await ann.cart.getByRole('button', { name: 'Review order' }).click();
    const review = ann.dialog('Review your order');
    await turnKnobs(server, { dropAnswerOf: '/api/member/order' });
    await review.getByRole('button', { name: /Place order/ }).click();
    await ann.logInAndGoOn('415-555-2673');
    // The phone asks by itself what became of it.
    await expect(ann.page).toHaveURL(/\/order-detail\/7\d{15}\d$/);
    await ann.completeLater();
    await expect(ann.heading('Round 1')).toBeVisible();
    await expect(ann.heading('Round 2')).toBeHidden();
  });

  await test.step('the table hears of the order that was found', async () => {
    await expect(
      mei.page.getByRole('alertdialog').getByRole('button', { name: 'View detail' }),
    ).toBeVisible();
    await mei.page.getByRole('alertdialog').getByRole('button', { name: 'Add item' }).click();
    await expect(mei.button(/View cart/)).toBeHidden();
  });
});

test('who comes later sees all lines, before anybody has told the names', async ({ take }) => {
  const ann = await take();
  await ann.sit(3);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openCart();
  await expect(ann.confirmed).toBeAttached();

  const mei = await take();
  await mei.join(3);
  await mei.openCart();
  const others = mei.cart.getByRole('region').filter({ hasText: 'Soy-Braised Eggs' });
  await expect(others).toBeVisible();
  await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
  await expect(mei.linesOf('Ann').getByText('× 2')).toBeVisible();

  await mei.cart.getByRole('button', { name: 'Clear', exact: true }).click();
  await mei.button('Clear the whole table').click();
  // Nobody clears what others chose without saying who they are.
  await mei.giveName('Mei');
  await expect(ann.cart.getByRole('heading', { name: 'The turntable is empty' })).toBeVisible();
  await expect(mei.cart.getByRole('heading', { name: 'The turntable is empty' })).toBeVisible();
});

/** What the network and the server's host do to its answers; see tests/plain-server/knobs.ts. */
async function turnKnobs(
  { url }: ServerProcess,
  wish: { dropAnswerOf: string } | { offline: boolean } | { groupOffline: boolean },
): Promise<void> {
  const answer = await fetch(`${url}/knobs`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wish),
  });
  expect(answer.ok).toBe(true);
}
