import { expect } from '@playwright/test';
import { atLength, shareServer, test } from './support/test.ts';

shareServer();

// CL17
test(
  'two tabs and two phones go offline, edit, are killed and come back: all agree',
  atLength,
  async ({ takeTwo }) => {
    const [ann, mei] = await takeTwo(5);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await mei.addAs('Mei', 'Pineapple Cake');
    const second = await ann.anotherTab();
    await second.join(5);
    await expect(second.cartBar(2)).toBeVisible();

    await ann.context.setOffline(true);
    await mei.context.setOffline(true);
    await second.addPlain('Smashed Cucumber');
    await ann.addPlain('Sticky Oil Rice');
    await mei.addPlain('Golden Kimchi');
    await expect(mei.page.getByText('1 not sent')).toBeVisible();

    // One tab closes with an unsent change, one phone is killed. Both come back.
    await second.page.close();
    const killed = mei.page;
    await mei.context.setOffline(false);
    await ann.context.setOffline(false);
    const revived = await mei.anotherTab();
    await killed.close();
    await revived.join(5);
    const third = await ann.anotherTab();
    await third.join(5);

    for (const phone of [ann, revived, third]) {
      await expect(phone.cartBar(5)).toBeVisible({ timeout: 40_000 });
      await phone.openCart();
      for (const dish of ['Soy-Braised Eggs', 'Smashed Cucumber', 'Sticky Oil Rice'])
        await expect(phone.linesOf('Ann').getByText(dish, { exact: true })).toBeVisible();
      for (const dish of ['Pineapple Cake', 'Golden Kimchi'])
        await expect(phone.linesOf('Mei').getByText(dish, { exact: true })).toBeVisible();
      await expect(phone.cart.getByText('On this phone only')).toBeHidden();
    }
  },
);

test('only one of two tabs holds the real-time connection; closing it hands over', async ({ take }) => {
  const ann = await take();
  await ann.sit(6);
  await expect.poll(() => ann.liveSockets).toBe(1);
  const second = await ann.anotherTab();
  await second.join(6);
  await expect.poll(() => [ann.liveSockets, second.liveSockets]).toEqual([0, 1]);
  await second.page.close();
  await expect.poll(() => ann.liveSockets).toBe(1);
});
