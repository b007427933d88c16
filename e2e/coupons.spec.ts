import { expect } from '@playwright/test';
import { atLength, shareServer, test } from './support/test.ts';
import { listLooks } from './support/words.ts';

/** A bill has at most one coupon. The app offers the best one, and uses none without a tap. */
shareServer();

for (const [look, options] of listLooks('en-light'))
  // CU5, CV14
  test(
    `the best coupon is offered, then another, then none; it counts earlier rounds and is used with the order: ${look}`,
    atLength,
    async ({ take, server }) => {
      const ann = await take(options);
      const { page, words } = ann;
      const { t, like } = words;
      const [five, tenth] =
        look === 'en-light'
          ? ['$5 off when you spend $40', 'Neighbors: 10% off']
          : ['滿 $40 折 $5', '老鄰居九折'];
      await ann.logInOnPage(look === 'en-light' ? '415-555-8001' : '415-555-8002');
      await ann.sit(look === 'en-light' ? 6 : 7);
      await ann.addAs('Ann', 'Soy-Braised Eggs');
      await ann.openReview();
      const { review } = ann;
      const sheet = ann.dialog(t('cart:coupon.choose'));

      // The bill is 3.25. The best coupon saves 1.05. The coupon with the minimum of $40 shows the missing amount.
      const offer = review.getByRole('button', { name: /off.*1\.05/ });
      const use = review.getByRole('button', { name: like(t('cart:coupon.use')) });
      const discount = review.getByText(t('cart:preview.discount'));
      await expect(offer).toContainText(t('cart:coupon.best', { count: 2, amount: '$1.05' }));
      await expect(discount).toBeHidden();
      await use.click();
      await expect(discount).toBeVisible();
      await expect(use).toBeHidden();
      await offer.click();
      await expect(sheet).toBeVisible();
      await page.goBack();
      await expect(sheet).toBeHidden();
      await expect(review, 'Back closes the sheet and nothing under it').toBeVisible();
      await offer.click();
      await expect(sheet.getByRole('button', { name: like(five) })).toBeDisabled();
      await expect(sheet.getByText(like('36.75'))).toBeVisible();
      await expect(sheet.getByRole('button', { name: /1\.05/ })).toContainText(t('cart:coupon.most'));
      await sheet.getByRole('button', { name: t('cart:coupon.none') }).click();
      await expect(sheet).toBeHidden();
      await expect(discount).toBeHidden();
      await offer.click();
      await sheet.getByRole('button', { name: like(tenth) }).click();
      await expect(review.getByRole('button', { name: like(tenth) })).toContainText('0.32');
      await expect(discount).toBeVisible();
      await review.getByRole('button', { name: like(tenth) }).click();
      await sheet.getByRole('button', { name: t('cart:coupon.none') }).click();
      await expect(discount).toBeHidden();
      await ann.placeOrder.click();
      await ann.expectOrdered();

      // Both rounds together, 3.25 and 37.75, reach the minimum of the coupon.
      await ann.link(t('order:detail.addMore')).click();
      for (const more of [undefined, 'more'] as const) await ann.addPlain('Pineapple Shrimp Balls', more);
      await ann.addPlain('Soy-Braised Eggs');
      await ann.openReview();
      const whole = { counted: '$41.00', from: '$40.00' };
      await expect(review.getByRole('button', { name: like(five), exact: false }).first()).toContainText(
        t('cart:coupon.countedOf', whole),
      );
      await use.click();
      await expect(discount).toBeVisible();
      await ann.placeOrder.click();
      await ann.expectOrdered();
      await expect(
        page.getByText(t('order:detail.couponOn', { name: five, amount: '$41.00' })),
      ).toBeVisible();

      // The other coupons expire now.
      await server.inDatabase('UPDATE user_coupons SET expires_at = ? WHERE used_at IS NULL', Date.now() - 1);
      await ann.open('/merchant/1001/coupon-expired');
      await expect(page.getByText(tenth)).toBeVisible();
      await expect(page.getByText(five)).toBeHidden();
      await ann.open('/merchant/1001/coupon-available');
      await expect(page.getByText(t('member:coupons.none.available'))).toBeVisible();
      await ann.open('/merchant/1001/coupon-used');
      await expect(page.getByText(five)).toBeVisible();
    },
  );
