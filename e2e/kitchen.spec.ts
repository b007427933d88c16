import { expect, type Locator } from '@playwright/test';
import chinese from '#locales/zh-TW/staff.ts';
import { expectSound } from './support/expect-sound.ts';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

const password = 'pass in the kitchen';

test.use({ environment: { STAFF_PASSWORD: password } });

// CX18, A1, A3
test('the kitchen’s screen: by station, in its own language, with a swipe', async ({ take, server }) => {
  const ann = await take(looks['en-light']);
  const { page } = await take({ ...looks['zh-dark'], ...desk });
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${name} 號桌` }) });
  const bar = page.getByRole('region', { name: chinese.acts.bar });
  const counts = page.getByRole('complementary', { name: chinese.kitchen.counts });
  const station = (name: string) => page.getByRole('radio', { name });
  const swipe = async (dish: Locator) => {
    const box = (await dish.boundingBox())!;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 40, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, y, { steps: 4 });
    await page.mouse.move(box.x + 220, y, { steps: 4 });
    await page.mouse.up();
  };
  const order = async (...names: string[]) => {
    for (const name of names) await ann.addPlain(name);
    await ann.openReview();
    await ann.placeOrder.click();
    await ann.expectOrdered();
  };

  await ann.logInOnPage('415-555-8831');
  await ann.sit(4);
  await ann.addAs('Ann', 'Smashed Cucumber');
  await order('Draft Lager');
  await page.goto(`${server.url}/zh-tw/staff`);
  await page.getByLabel(chinese.login.person).fill('阿明');
  await page.getByLabel(chinese.login.password).fill(password);
  await page.getByRole('button', { name: chinese.login.submit }).click();
  await station(chinese.views.kitchen).check();

  await test.step('each station sees its own; the screen remembers where it hangs', async () => {
    await expect(card('4')).toContainText('涼拌小黃瓜');
    await expect(counts).toContainText('涼拌小黃瓜');
    await station('吧台').check();
    await expect(card('4')).toContainText('生啤酒');
    await expect(card('4')).not.toContainText('涼拌小黃瓜');
    await page.reload();
    await expect(card('4')).toContainText('生啤酒');
    await expect(station('吧台')).toBeChecked();
    await expectSound(page);
    await station(chinese.kitchen.every).check();
  });

  await test.step('begun and ready with a tap each: the phone follows', async () => {
    await card('4').getByRole('button', { name: chinese.kitchen.start }).click();
    await expect(bar).toContainText('第 1 輪');
    await card('4')
      .getByRole('button', { name: /^可上菜：.*涼拌小黃瓜/ })
      .click();
    await expect(card('4')).toContainText(chinese.dish.stage.ready);
    await expect(counts).not.toContainText('涼拌小黃瓜');
  });

  await test.step('a swipe serves; one tap takes it back; a small movement does nothing', async () => {
    const dish = card('4').getByRole('listitem').filter({ hasText: '涼拌小黃瓜' });
    const box = (await dish.boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await expect(dish).toBeVisible();
    await swipe(dish);
    await expect(dish).toBeHidden();
    await expect(ann.page.getByText('1 served')).toBeVisible();
    await bar.getByRole('button', { name: chinese.acts.undo }).click();
    await expect(dish).toBeVisible();
    await expectSound(page);
  });
});
