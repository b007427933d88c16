import { expect } from '@playwright/test';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';

// CX43, CX48
test('a paused and a closed restaurant: the diner sees why and until when, keeps the cart, and orders when staff resume', async ({
  take,
  takeStaff,
  server,
}) => {
  const [ann, wei] = [await take(looks['en-light']), await takeStaff('Wei', looks['zh-dark'])];
  await ann.logInOnPage('415-555-7720');
  await ann.sit(1);
  await ann.addAs('Ann', eggs);

  // A phone without a table, which receives no messages.
  const bob = await take(looks['en-light']);
  await bob.open('/merchant/1001');
  await bob
    .dialog(bob.words.t('table:orderType.title'))
    .getByRole('button', { name: bob.words.like(bob.words.t('table:orderType.toGo')) })
    .click();
  await bob.expectMenu();

  await test.step('staff pause for half an hour with a usual reason', async () => {
    await wei.button(wei.t('staff:pause.start')).click();
    await expectSound(wei.page);
    await wei.button(wei.t('staff:pause.reasons.busy'), wei.sheet).click();
    await expect(wei.button(wei.t('staff:pause.resume'))).toBeVisible();
  });

  await test.step('the diner reads it in her language, also on the menu, and can only wait', async () => {
    await expect(
      ann.page.getByText(/^Paused until \d{1,2}:\d\d\s[AP]M$/).filter({ visible: true }),
    ).toBeVisible();
    await ann.openReview();
    await expect(ann.review.getByText(/until \d{1,2}:\d\d\s[AP]M: The kitchen is very busy\./)).toBeVisible();
    await expect(ann.placeOrder).toBeDisabled();
    await expectSound(ann.page);
  });

  await test.step('a phone without a table asks the server when its page becomes visible', async () => {
    const paused = bob.page.getByText(/^Paused until \d{1,2}:\d\d\s[AP]M$/).filter({ visible: true });
    await bob.turn('hidden');
    await bob.turn('visible');
    await expect(paused).toBeVisible();
  });

  await test.step('outside the hours the app says when the restaurant opens', async () => {
    await wei.button(wei.t('staff:pause.resume')).click();
    await expect(ann.placeOrder).toBeEnabled();
    const { version, settings } = await server.callAsStaff(getHouse);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const openingHours = [{ from: '09:00', to: '09:01' }];
    const openingDates = [-1, 0, 1, 2].map((days) => ({
      date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
      hours: [],
    }));
    await server.callAsStaff(changeHouse, {
      version,
      settings: { ...settings, timeZone: 'Etc/UTC', openingHours, openingDates },
    });
    const weekday = new Date(day).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
    await expect(
      ann.review.getByText(`We’re closed right now. You can order from ${weekday} 9:00 AM.`, {
        exact: false,
      }),
    ).toBeVisible();
    await expect(ann.placeOrder).toBeDisabled();
  });

  await test.step('the cart is still there, and is ordered once the restaurant is open', async () => {
    const { version, settings } = await server.callAsStaff(getHouse);
    await server.callAsStaff(changeHouse, {
      version,
      settings: { ...settings, openingHours: [], openingDates: [] },
    });
    await expect(ann.placeOrder).toBeEnabled();
    await ann.placeOrder.click();
    await ann.expectOrdered();
  });
});
