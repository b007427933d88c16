import { expect } from '@playwright/test';
import { shareServer, test } from './support/test.ts';

/** `LAST_TAPS=200` makes 200 attempts. */
const taps = Number(process.env['LAST_TAPS'] ?? 2);

shareServer();

test(`G3: a tap made just before the tab is closed is there when it opens again, ${taps} of ${taps} times`, async ({
  take,
}) => {
  test.setTimeout(60_000 + taps * 6_000);
  let ann = await take();
  await ann.sit(8);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  // The server gets no change, so the dishes must come from the phone.
  await ann.context.route('**/api/shoppingCart', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  for (let tap = 1; tap <= taps; tap += 1) {
    const name = ann.words.t(tap === 1 ? 'menu:addDish' : 'menu:oneMore', {
      name: ann.words.translateDish('Pineapple Cake'),
    });
    // Close the tab right after the tap, without waiting.
    await ann.page
      .getByRole('button', { name, exact: true })
      .evaluate((element: HTMLElement) => element.click());
    await ann.page.close();
    ann = await ann.anotherTab();
    await ann.open('/merchant/1001/order');
    // The eggs, and one cake for each tap.
    await expect(ann.cartBar(1 + tap), `after tap ${tap}`).toBeVisible({ timeout: 10_000 });
  }
});
