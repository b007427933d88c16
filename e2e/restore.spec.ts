import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { DinerPhone } from './support/diner.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';

/** The dialog that a phone shows after its server was restored from a backup. */
const findSheet = (phone: DinerPhone) => phone.dialog(phone.words.t('table:restored.title'));

// S2, CX11
test(
  'a backup is restored in the middle of the evening: all agree, and nothing is ordered twice without asking',
  atLength,
  async ({ take, takeStaff, server }) => {
    const ann = await take();
    await ann.logInOnPage('415-555-8101');
    await ann.sit(12);
    const mei = await take();
    await mei.join(12);
    const tom = await take();
    await tom.join(12);
    const { t, translateDish } = ann.words;
    const [eggs, cucumber, cake] = ['Soy-Braised Eggs', 'Smashed Cucumber', 'Pineapple Cake'];
    await ann.addAs('Ann', eggs);
    await mei.addAs('Mei', cucumber);
    for (const phone of [ann, mei, tom]) await expect(phone.cartBar(2)).toBeVisible();

    const backup = join(tmpdir(), `evening-${process.pid}-${Date.now()}.db`);
    await test.step('a backup; one phone leaves; an order, and more dishes', async () => {
      server.command('tools/backup.ts', backup);
      await tom.page.goto('about:blank');
      await ann.order();
      await mei.button(t('order:submitted.addItem')).click();
      await ann.page.getByRole('link', { name: t('order:detail.addMore') }).click();
      await ann.addPlain(cake);
      await expect(mei.cartBar(1)).toBeVisible();
      await expect(ann.cartBar(1)).toBeVisible();
    });

    await test.step('the backup is restored', async () => {
      await server.kill();
      server.command('tools/restore.ts', backup, '--force');
      await server.restart();
    });

    await test.step('a phone that knows the order shows it to the staff; a tap restores the cart', async () => {
      for (const phone of [ann, mei]) {
        const sheet = findSheet(phone);
        await expect(sheet).toBeVisible({ timeout: 20_000 });
        await expect(sheet.getByText(t('table:restored.showStaff'))).toBeVisible();
        for (const dish of [eggs, cucumber])
          await expect(sheet.getByText(`1 × ${translateDish(dish)}`)).toBeVisible();
      }
      await expect(findSheet(mei).getByText(translateDish(cake))).toBeHidden();
      await expectSound(mei.page, 'the restored table');
      await expect(findSheet(ann).getByText(`1 × ${translateDish(cake)}`)).toBeVisible();
      await ann.button(t('table:restored.putBack')).click();
      await mei.button(t('table:restored.close')).click();
      await tom.open('/merchant/1001/order');
      await expect(findSheet(tom).getByText(t('table:restored.nothing'))).toBeVisible({ timeout: 30_000 });
      await tom.button(t('table:restored.close')).click();
      for (const phone of [ann, mei, tom]) await expect(phone.cartBar(3)).toBeVisible();
    });

    await test.step('the staff see which orders their data lack', async () => {
      const { page } = await takeStaff('Wei');
      await expect(page.getByText(t('staff:lost.title'))).toBeVisible();
      for (const dish of [eggs, cucumber]) await expect(page.getByText(`1 × ${dish}`)).toBeVisible();
    });

    await test.step('dishes that were ordered before are marked, and even a phone that was away does not order them without asking', async () => {
      await ann.openCart();
      await expect(ann.linesOf('Ann').getByText('Already ordered')).toHaveCount(1);
      await ann.part(ann.screen.reviewOrder).click();
      await ann.placeOrder.click();
      const asked = ann.alert(t('cart:place.againTitle'));
      await expect(asked.getByText(translateDish(eggs))).toBeVisible();
      await asked.getByRole('button', { name: t('cart:place.againBack') }).click();
      await tom.openReview();
      await tom.placeOrder.click();
      await expect(tom.page.getByText(t('cart:place.againPerhaps'))).toBeVisible();
      await tom.button(t('cart:place.againBack')).click();
    });

    await test.step('dishes that were sent to the kitchen are removed, so the next order is the rest', async () => {
      await ann.part(ann.screen.close, ann.review).click();
      await expect(ann.cart).toBeVisible();
      await ann.cart.getByRole('button', { name: t('menu:remove', { name: translateDish(eggs) }) }).click();
      await mei.openCart();
      await mei.cart
        .getByRole('button', { name: t('menu:remove', { name: translateDish(cucumber) }) })
        .click();
      await expect(ann.cart.getByText('Already ordered')).toBeHidden();
      await ann.part(ann.screen.reviewOrder).click();
      await ann.placeOrder.click();
      await ann.button(t('cart:place.againOrder')).click();
      await ann.expectOrdered();
      // The menu stays until the order's page has loaded.
      await expect(ann.page.getByText(translateDish(cake), { exact: true })).toHaveCount(1);
      await expect(ann.page.getByText(translateDish(eggs), { exact: true })).toHaveCount(0);
    });
  },
);
