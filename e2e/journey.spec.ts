import { expect, test } from '@playwright/test';
import { DinerPhone } from './diner.ts';
import { fromScanToOrder } from './journey-steps.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

test('two phones at one table: from the QR code to the order', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const mei = await DinerPhone.take(browser, server);
  await fromScanToOrder(ann, mei, 'journey');
});

test('a restaurant with a server of its own is reached at its own host name', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  await phone.page.goto(`${server.url.replace('localhost', '1003.localhost')}/m/1003/q/1`);
  await phone.chooseGuests(2);
  await expect(phone.page.getByRole('heading', { name: 'Slow Leaf Tea House' })).toBeVisible();
  expect(phone.errors).toEqual([]);
});
