import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';

/** `LAST_TAPS=200` tries it as often as that. */
const taps = Number(process.env['LAST_TAPS'] ?? 10);

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

test(`G3: a tap made just before the tab is closed is there when it is opened again, ${taps} of ${taps} times`, async ({
  browser,
}) => {
  test.setTimeout(60_000 + taps * 6_000);
  let ann = await DinerPhone.take(browser, server);
  await ann.scan('/m/1001/q/8');
  await ann.chooseGuests(2);
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  // Nothing of what follows may come from the server.
  await ann.context.route('**/api/shoppingCart', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  for (let tap = 1; tap <= taps; tap += 1) {
    const name = ann.words.t(tap === 1 ? 'menu:addDish' : 'menu:oneMore', {
      name: ann.words.named('Pineapple Cake'),
    });
    // The end comes as soon as the tap has been heard: nobody waits in between.
    await ann.page
      .getByRole('button', { name, exact: true })
      .evaluate((element: HTMLElement) => element.click());
    await ann.page.close();
    ann = await ann.anotherTab();
    await ann.open('/merchant/1001/order');
    await expect(ann.cartBar(1 + tap), `after tap ${tap}`).toBeVisible({ timeout: 10_000 });
  }
});
