import { expect } from '@playwright/test';
import { playScanToOrder } from './support/journey-steps.ts';
import { shareServer, test } from './support/test.ts';
import { listLooks, type Look } from './support/words.ts';

const journeys: Readonly<Record<Look, Parameters<typeof playScanToOrder>[2]>> = {
  'en-light': { table: '/m/1001/q/1', phone: '415-555-2671' },
  'zh-dark': { table: '/m/1001/q/2', phone: '415-555-2674' },
};

shareServer();

for (const [look, options] of listLooks('en-light'))
  // CU1, CU3, CP3, CP12, CP13, CP15, CD5, CD8, CB20, CG4
  test(`two phones at one table, ${look}: from the QR code to the order`, async ({ take }) => {
    const moving = { ...options, reducedMotion: 'no-preference' } as const;
    const ann = await take(moving);
    const mei = await take(moving);
    await playScanToOrder(ann, mei, journeys[look]);
    await test.step('a diner who scans the table again sees their order', async () => {
      await mei.scan(journeys[look].table);
      await mei.expectOrdered();
    });
    await test.step('a newcomer has not ordered, and starts with the menu', async () => {
      const ben = await take(options);
      await ben.scan(journeys[look].table);
      await ben.expectMenu();
    });
  });

test('a restaurant with its own server is found at its own host name', async ({ take, server }) => {
  const phone = await take();
  await phone.page.goto(`${server.url.replace('localhost', '1003.localhost')}/m/1003/q/1`);
  await phone.chooseGuests(2);
  await expect(phone.heading('Slow Leaf Tea House')).toBeVisible();
});
