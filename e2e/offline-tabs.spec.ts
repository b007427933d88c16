import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

// CL17
test('two tabs and two phones go offline, edit, are killed and come back: all agree', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const mei = await DinerPhone.take(browser, server);
  await ann.scan('/m/1001/q/5');
  await ann.chooseGuests(2);
  await add(ann, 'Soy-Braised Eggs');
  await ann.giveName('Ann');
  await mei.scan('/m/1001/q/5');
  await mei.expectMenu();
  await add(mei, 'Pineapple Cake');
  await mei.giveName('Mei');
  const second = await ann.anotherTab();
  await second.scan('/m/1001/q/5');
  await second.expectMenu();
  await expect(second.page.getByRole('button', { name: /2 items.*View cart/ })).toBeVisible();

  // Offline, everybody goes on.
  await ann.context.setOffline(true);
  await mei.context.setOffline(true);
  await add(second, 'Smashed Cucumber');
  await add(ann, 'Sticky Oil Rice');
  await add(mei, 'Golden Kimchi');
  await expect(mei.page.getByText('1 change not sent yet').last()).toBeVisible();

  // One tab is closed with its change unsent, one phone is killed outright; both come back.
  await second.page.close();
  const killed = mei.page;
  await mei.context.setOffline(false);
  await ann.context.setOffline(false);
  const revived = await mei.anotherTab();
  await killed.close();
  await revived.scan('/m/1001/q/5');
  await revived.expectMenu();
  const third = await ann.anotherTab();
  await third.scan('/m/1001/q/5');
  await third.expectMenu();

  for (const phone of [ann, revived, third]) {
    await expect(phone.page.getByRole('button', { name: /5 items.*View cart/ })).toBeVisible({
      timeout: 40_000,
    });
    await phone.openCart();
    for (const dish of ['Soy-Braised Eggs', 'Smashed Cucumber', 'Sticky Oil Rice'])
      await expect(
        phone.cart.getByRole('region', { name: /Ann/ }).getByText(dish, { exact: true }),
      ).toBeVisible();
    for (const dish of ['Pineapple Cake', 'Golden Kimchi'])
      await expect(
        phone.cart.getByRole('region', { name: /Mei/ }).getByText(dish, { exact: true }),
      ).toBeVisible();
    await expect(phone.cart.getByText('On this phone only')).toBeHidden();
    expect(phone.errors).toEqual([]);
  }
});

test('only one of two tabs holds the real-time connection; closing it hands over', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  await ann.scan('/m/1001/q/6');
  await ann.chooseGuests(2);
  await expect.poll(() => ann.liveSockets).toBe(1);
  const second = await ann.anotherTab();
  await second.scan('/m/1001/q/6');
  await second.expectMenu();
  await expect.poll(() => [ann.liveSockets, second.liveSockets]).toEqual([0, 1]);
  await second.page.close();
  await expect.poll(() => ann.liveSockets).toBe(1);
});

async function add(phone: DinerPhone, dish: string): Promise<void> {
  await phone.page.getByRole('button', { name: `Add ${dish}`, exact: true }).click();
}
