import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';
const phone = '415-555-7740';

// CU3, CX50
test('a guest without a table orders to go for a time, gets a text when it is ready, and sees it on the page', async ({
  take,
  takeStaff,
  server,
}) => {
  const [ann, wei] = [await take(looks['zh-dark']), await takeStaff('Wei')];
  const { t, like } = ann.words;
  const fields = ann.page.getByRole('region', { name: t('cart:pickup.title') });
  let time = '';

  await test.step('from the restaurant’s page to the cart', async () => {
    await ann.open('/merchant/1001');
    await ann
      .dialog(t('table:orderType.title'))
      .getByRole('button', { name: like(t('table:orderType.toGo')) })
      .click();
    await ann.expectMenu();
    await ann.addAs('Ann', eggs);
    await ann.cartBar().click();
    await ann.button(t('cart:reviewOrder')).click();
  });

  await test.step('she chooses a time and a name, logs in, and orders', async () => {
    const times = fields.getByLabel(t('cart:pickup.time'));
    await expect(times).toContainText(t('cart:pickup.asap'));
    await times.selectOption({ index: 2 });
    time = await times.locator('option:checked').innerText();
    await ann.fill(fields.getByLabel(t('cart:pickup.name')), '小安');
    await expectSound(ann.page, 'when and by whom an order is picked up');
    await ann.placeOrder.click();
    await ann.logInAndGoOn(phone);
    await ann.expectOrdered();
  });

  const card = wei.page.getByRole('listitem').filter({ hasText: wei.t('orders.toGo') });
  await test.step('staff see the name and the time, and mark all as ready', async () => {
    await expect(card).toContainText('小安');
    await expectSound(wei.page, 'an order to go');
    await wei.button(wei.t('staff:pickup.ready'), card).click();
    await expect(wei.button(wei.t('staff:pickup.ready'), card)).toBeHidden();
    await expect(card.getByText(wei.t('staff:pickup.ready'))).toBeVisible();
  });

  await test.step('the text arrives in her language, and her page shows it', async () => {
    const readTexts = async () => {
      const answer = await fetch(`${server.url}/demo/inbox.json?recipient=${phone.replaceAll('-', '')}`);
      return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
    };
    await expect.poll(async () => (await readTexts()).join()).toContain('可以取餐了');
    // She was reading the text, and comes back to the page.
    await ann.turn('hidden');
    await ann.turn('visible');
    await expect(ann.page.getByText(t('order:pickup.readyText', { name: '小安' }))).toBeVisible();
    await expectSound(ann.page, 'an order that is ready');
  });
  expect(time).toMatch(/\d:(00|15|30|45)$/);
});
