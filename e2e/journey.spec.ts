import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { fromScanToOrder } from './support/journey-steps.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { oneLook, type Look } from './support/words.ts';

const journeys: Readonly<Record<Look, Parameters<typeof fromScanToOrder>[2]>> = {
  'en-light': { shots: 'journey', table: '/m/1001/q/1', phone: '415-555-2671' },
  'zh-dark': { shots: 'journey-zh', table: '/m/1001/q/2', phone: '415-555-2674' },
};

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

for (const [look, options] of oneLook('en-light'))
  // CU1, CU3, CP3, CP12, CP13, CP15, CD5, CD8, CB20, CG4
  test(`two phones at one table, ${look}: from the QR code to the order`, async ({ browser }) => {
    const moving = { ...options, reducedMotion: 'no-preference' } as const;
    const ann = await DinerPhone.take(browser, server, moving);
    const mei = await DinerPhone.take(browser, server, moving);
    await fromScanToOrder(ann, mei, journeys[look]);
    await test.step('who scans the table again is shown what they ordered', async () => {
      await mei.scan(journeys[look].table);
      await expect(mei.page).toHaveURL(/\/order-detail\//);
    });
    await test.step('who comes later has not ordered, and begins with the menu', async () => {
      const ben = await DinerPhone.take(browser, server, options);
      await ben.scan(journeys[look].table);
      await ben.expectMenu();
    });
  });

test('a restaurant with a server of its own is reached at its own host name', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  await phone.page.goto(`${server.url.replace('localhost', '1003.localhost')}/m/1003/q/1`);
  await phone.chooseGuests(2);
  await expect(phone.page.getByRole('heading', { name: 'Slow Leaf Tea House' })).toBeVisible();
  expect(phone.errors).toEqual([]);
});
