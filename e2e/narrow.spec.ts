import { expect, type Locator } from '@playwright/test';
import { atLength, shareServer, test } from './support/test.ts';
import { waitUntilStill } from './support/screen/until-still.ts';
import { listLooks } from './support/words.ts';

/** A phone of 390 px with the page at 200 % (SC 1.4.4, 1.4.10). */
shareServer();

/** The smallest useful height of a scrolling part, px. */
const usable = 150;

async function expectReadable(what: string, layer: Locator): Promise<void> {
  const wrong = await layer.evaluate((root, least) => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const found = over > 0 ? [`the page is ${over} px too wide`] : [];
    const isScrolledAway = (element: Element): boolean => {
      for (let box = element.parentElement; box && box !== root; box = box.parentElement)
        if (/auto|scroll|hidden/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
          return box.clientHeight > 0;
      return false;
    };
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const { right, left, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (!element.checkVisibility() || width === 0 || height <= 1) continue;
      if ((right > innerWidth + 1 || left < -1) && !isScrolledAway(element))
        found.push(`sticks out: ${element.tagName} ${element.textContent.slice(0, 30)}`);
      if (style.overflowY === 'auto' && element.scrollHeight > element.clientHeight && height < least)
        found.push(`${Math.round(height)} px to scroll in: ${element.textContent.slice(0, 30)}`);
    }
    const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const line = document.createRange();
    while (words.nextNode()) {
      const text = words.currentNode.textContent ?? '';
      line.selectNodeContents(words.currentNode);
      if (line.getClientRects().length > Math.max(4, text.length / 3))
        found.push(`letter under letter: ${text}`);
    }
    for (const control of root.querySelectorAll<HTMLElement>('button:enabled, a[href], input')) {
      if (!control.checkVisibility() || control.closest('[aria-hidden="true"]')) continue;
      // Some links are visible only with the focus.
      control.focus({ preventScroll: true });
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const box = control.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      if (!hit || ![control, ...labels].some((each) => each.contains(hit) || hit.contains(each)))
        found.push(`out of reach: ${control.getAttribute('aria-label') ?? control.textContent.slice(0, 30)}`);
    }
    return found;
  }, usable);
  expect.soft(wrong, `${what} at 200 %`).toEqual([]);
}

for (const [, { language }] of listLooks('en-light'))
  test(`from the QR code to the order at 200 %: ${language}`, atLength, async ({ take }) => {
    const ann = await take({ language, viewport: { width: 195, height: 422 }, reducedMotion: 'reduce' });
    const { page } = ann;
    const { t, translateDish } = ann.words;
    const soup = translateDish('Braised Beef Noodle Soup');
    const expectLayer = async (name: string, layer: Locator) => {
      await expect(layer).toBeVisible();
      await waitUntilStill(page);
      await expectReadable(name, layer);
    };
    await ann.scan(language === 'en-US' ? '/m/1001/q/1' : '/m/1001/q/2');
    await expect(ann.heading(t('table:guests.title'))).toBeVisible();
    await expectLayer('guests', page.locator('#root'));
    await ann.chooseGuests(2);
    await expectLayer('menu', page.locator('#root'));
    const sheet = ann.dialog(soup);
    await ann.button(t('menu:chooseDish', { name: soup })).click();
    await expectLayer('dish', sheet);
    await ann.chooseRequired(sheet);
    await ann.part(ann.screen.addFromSheet, sheet).click();
    await expectLayer('name', ann.namePopup);
    await ann.giveName('Ann');
    await expect(ann.cartBar(1)).toBeVisible();
    await ann.openTable();
    await expectLayer('table', ann.table);
    await ann.closeTable();
    await ann.openCart();
    await expectLayer('cart', ann.cart);
    await ann.cart.getByRole('button', { name: t('cart:reviewOrder') }).click();
    await expect(page.getByText(t('cart:preview.subtotal'))).toBeVisible();
    await expectLayer('review', ann.review);
    await ann.placeOrder.click();
    await expectLayer('login', ann.loginPopup);
    await ann.logInAndGoOn('415-555-0171');
    await ann.expectOrdered();
    await expectLayer('order', page.locator('#root'));
    await ann.button(t('split:title')).click();
    await expectLayer('split', ann.dialog(t('split:title')));
    for (const path of ['account', 'order-list', 'coupon-available', 'search']) {
      await ann.open(`/merchant/1001/${path}`);
      await expectLayer(path, page.locator('#root'));
    }
  });
