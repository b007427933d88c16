import { expect, type Locator, type Page } from '@playwright/test';
import { waitUntilStill } from './support/screen/until-still.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Large text, narrow screens, and the keyboard without a mouse. */
shareServer();

const longName = 'Schwarzwälderkirschtortenstückchenverkäuferinnenverein';

async function expectFits(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) return [`the page by ${over} px`];
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    return dialogs.flatMap((dialog) =>
      [...dialog.querySelectorAll<HTMLElement>('*')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.textContent.slice(0, 40)),
    );
  });
  expect(wide, `${what} is no wider than the screen`).toEqual([]);
}

/** Headers and footers leave at least half of the screen to the scrolling part. */
async function expectRoom(layer: Locator, what: string): Promise<void> {
  const part = await layer.evaluate((root) => {
    const scrolling = [root, ...root.querySelectorAll('*')].filter(
      (each) => getComputedStyle(each).overflowY === 'auto' && each.scrollHeight > each.clientHeight,
    );
    return Math.max(...scrolling.map((each) => each.clientHeight)) / innerHeight;
  });
  expect(part, `of the screen for what ${what} says`).toBeGreaterThanOrEqual(0.5);
}

test('the largest text on the narrowest phone: no text is lost or cut off', atLength, async ({ take }) => {
  const ann = await take({ ...looks['en-light'], viewport: { width: 320, height: 640 } });
  const { page } = ann;
  const { t, translateDish } = ann.words;
  const soup = translateDish('Braised Beef Noodle Soup');
  await ann.sit(1);
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  await test.step('text as large as the phone’s own', async () => {
    const screen = await ann.context.newCDPSession(page);
    await screen.send('Emulation.setEmulatedOSTextScale', { scale: 1.5 });
    await expect.poll(size).toBe(24);
    await screen.send('Emulation.setEmulatedOSTextScale', { scale: 1 });
    await expect.poll(size).toBe(16);
  });
  await ann.openAccount();
  await page.getByRole('radio', { name: t('member:account.textSizes.double') }).check();
  await expect.poll(size).toBe(32);
  await expectFits(page, 'the account');
  await page.reload();
  await expect.poll(size).toBe(32);
  await ann.button(t('common:back')).click();
  await ann.expectMenu();
  await expectFits(page, 'the menu');
  const overflow = await ann
    .part(ann.screen.sections)
    .getByRole('button')
    .evaluateAll((pills) =>
      pills.filter((pill) => pill.scrollWidth > pill.clientWidth).map((pill) => pill.textContent),
    );
  expect(overflow, 'names of sections that are truncated').toEqual([]);
  await test.step('next to the cart, or below it if there is no room', async () => {
    for (const width of [1024, 1180, 1472]) {
      await page.setViewportSize({ width, height: 900 });
      const measureMenu = () =>
        page.evaluate(() => {
          const { right, width: wide } = document.querySelector('main')!.getBoundingClientRect();
          const rows = [...document.querySelectorAll('[data-dish]')];
          const covered = rows.filter((row) => row.getBoundingClientRect().right > right + 1).length;
          return { covered, isNarrow: wide < 600 };
        });
      await expect.poll(measureMenu, `${width} px`).toEqual({ covered: 0, isNarrow: false });
    }
    await page.setViewportSize({ width: 320, height: 640 });
  });
  await test.step('one tap away from the menu', async () => {
    await ann.button(t('menu:look')).click();
    const look = ann.dialog(t('menu:look'));
    await look.getByRole('radio', { name: t('member:account.textSizes.normal') }).check();
    await expect.poll(size).toBe(16);
    await look.getByRole('radio', { name: t('member:account.textSizes.double') }).check();
    await expectFits(page, 'text size and colours');
    await page.keyboard.press('Escape');
    await expect(look).toBeHidden();
  });

  await test.step('the search field’s hint is shown in full', async () => {
    await ann.link(t('menu:search.open')).click();
    const field = page.getByRole('searchbox');
    const room = await field.evaluate((input: HTMLInputElement) => {
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = getComputedStyle(input).font;
      return input.clientWidth - pen.measureText(input.placeholder).width;
    });
    expect(room, 'px left next to it').toBeGreaterThan(0);
    await ann.button(t('common:back')).click();
    await ann.expectMenu();
  });

  const sheet = ann.dialog(soup);
  await ann.button(t('menu:chooseDish', { name: soup })).click();
  await ann.chooseRequired(sheet);
  await expectFits(page, 'a dish');
  await expectRoom(sheet, 'a dish');
  await test.step('the sheet can be closed and the dish added wherever it is scrolled', async () => {
    const add = ann.part(ann.screen.addFromSheet, sheet);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      for (const top of [0, 400, 100_000]) {
        await sheet.evaluate((panel, to) => panel.scrollTo(0, to), top);
        await expect(add).toBeInViewport({ ratio: 1 });
        await expect(ann.part(ann.screen.close, sheet)).toBeInViewport({ ratio: 1 });
      }
    }
    expect(await sheet.evaluate((panel) => panel.scrollTop), 'it is longer than the screen').toBeGreaterThan(
      400,
    );
  });
  await ann.part(ann.screen.addFromSheet, sheet).click();
  await ann.giveName('Ann');
  await expect(ann.cartBar(1)).toBeVisible();

  await test.step('the same size as last time', async () => {
    await ann.button(t('menu:moreOf', { name: soup })).click();
    await expect(sheet.getByText(t('dish:again.another'))).toBeVisible();
    const chosen = sheet.getByRole('radio', { checked: true });
    await expect(chosen, 'another way begins with this one').toHaveCount(3);
    await expectFits(page, 'the same again');
    await sheet.getByRole('button', { name: t('dish:again.action') }).click();
    await expect(ann.cartBar(2)).toBeVisible();
  });
  const outside = await ann.cartBar().evaluate((bar) => {
    const { left, right } = bar.getBoundingClientRect();
    return [...bar.querySelectorAll('span')]
      .map((part) => part.getBoundingClientRect())
      .filter((part) => part.width > 0 && (part.left < left || part.right > right)).length;
  });
  expect(outside, 'parts that run out of the cart bar').toBe(0);
  const barHeight = (await ann.cartBar().boundingBox())!.height;
  expect(barHeight, 'a fifth of the screen at most').toBeLessThanOrEqual(640 / 5);
  await ann.openCart();
  await expect(ann.cart.getByRole('listitem')).toHaveCount(1);
  await expectFits(page, 'the cart');
  await expectRoom(ann.cart, 'the cart');
  await test.step('a question can be answered without scrolling', async () => {
    await ann.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    const answers = ann.alert(t('cart:clearTitle')).getByRole('button');
    await expect(answers).toHaveCount(2);
    for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  });
  await ann.cart.getByRole('button', { name: t('cart:reviewOrder') }).click();
  await expect(page.getByText(t('cart:preview.subtotal'))).toBeVisible();
  await expectFits(page, 'the review');
  await expectRoom(ann.review, 'the review');
});

test('one long word makes no page wider than the screen', atLength, async ({ take }) => {
  const ann = await take({ ...looks['en-light'], viewport: { width: 360, height: 640 } });
  const { page } = ann;
  const { t, translateDish } = ann.words;
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(translateDish('Soy-Braised Eggs'), longName);
    return route.fulfill({ response: answer, body });
  });
  await ann.sit(4);
  await ann.button(t('menu:addDish', { name: longName })).click();
  await ann.giveName(longName.slice(0, 42));
  await expect(ann.cartBar(1)).toBeVisible();
  await expectFits(page, 'the menu');
  await ann.button(longName, 'exact').click();
  await expectFits(page, 'the dish');
  await page.goBack();
  await ann.openCart();
  await expectFits(page, 'the cart');
  await ann.cart.getByRole('button', { name: t('cart:reviewOrder') }).click();
  await expect(page.getByText(t('cart:preview.subtotal'))).toBeVisible();
  await expectFits(page, 'the review');
});

test(
  'a phone in landscape shows three lines of the cart, with the sum and the button next to them',
  atLength,
  async ({ take }) => {
    const ann = await take({ ...looks['zh-dark'], viewport: { width: 844, height: 390 } });
    const { page, cart } = ann;
    await ann.sit(5);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    for (const dish of ['Smashed Cucumber', 'Pineapple Cake']) await ann.addPlain(dish);
    await ann.openCart();
    for (const [width, height] of [
      [844, 390],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      await waitUntilStill(page);
      await expect(cart.getByRole('listitem')).toHaveCount(3);
      for (const line of await cart.getByRole('listitem').all())
        await expect(line).toBeInViewport({ ratio: 1 });
      await expect(ann.part(ann.screen.reviewOrder)).toBeInViewport({ ratio: 1 });
      await expectFits(page, 'the cart');
    }
    await test.step('the notch covers nothing', async () => {
      await page.setViewportSize({ width: 844, height: 390 });
      const screen = await ann.context.newCDPSession(page);
      await screen.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 59, right: 59 } });
      const listUnderNotch = () =>
        page.evaluate(() => {
          const dialog = document.querySelector('[role="dialog"]') ?? document;
          return [...dialog.querySelectorAll<HTMLElement>('a, button')]
            .filter((each) => each.checkVisibility() && !each.closest('nav'))
            .filter((each) => {
              const { left, right, width } = each.getBoundingClientRect();
              return width > 1 && (left < 59 || right > innerWidth - 59);
            })
            .map((each) => each.ariaLabel ?? each.textContent);
        });
      await expect.poll(listUnderNotch, 'in the cart').toEqual([]);
      await ann.part(ann.screen.reviewOrder).click();
      await expect(ann.review).toBeVisible();
      await expect.poll(listUnderNotch, 'in the review').toEqual([]);
      await page.goBack();
      await ann.closeCart();
      await expect.poll(listUnderNotch, 'on the menu').toEqual([]);
    });
  },
);

test('from the QR code to the order by keyboard alone, without losing the focus', async ({ take }) => {
  const ann = await take({
    ...looks['zh-dark'],
    viewport: { width: 390, height: 844 },
    isMobile: false,
    hasTouch: false,
  });
  const { page } = ann;
  const { t, translateDish, like, likeAnyNumber } = ann.words;
  const eggs = translateDish('Soy-Braised Eggs');
  /** Presses Tab until the element with this name has the focus. */
  const focusByTab = async (
    name: string | RegExp,
    role: 'button' | 'link' | 'radio' | 'textbox' = 'button',
  ) => {
    const target = page.getByRole(role, { name, exact: true });
    for (let step = 0; step < 400; step += 1) {
      if (await target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${String(name)}`);
  };
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);

  await ann.scan('/m/1001/q/2');
  await expect(ann.heading(t('table:guests.title'))).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await focusByTab(likeAnyNumber(t('table:guests.continueWith', { count: 1 })));
  await page.keyboard.press('Enter');
  await ann.expectMenu();

  // The link past the header leads to the first dish.
  const isFirstDish = () =>
    page.evaluate(() => document.querySelector('[data-dish]')!.contains(document.activeElement));
  const past = page.getByRole('link', { name: t('menu:skipToDishes') });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await past.focus();
  await expect(past).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await isFirstDish()).toBe(true);

  // Scrolling down hides the header. Focusing something in it shows it again.
  const account = page.getByRole('link', { name: t('menu:account') });
  await page.mouse.move(200, 600);
  await page.mouse.wheel(0, 1_500);
  await expect(account).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(account).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(account).not.toBeInViewport();
  await past.focus();
  await page.keyboard.press('Tab');
  await expect(account).toBeFocused();
  await expect(account).toBeInViewport();

  // All sections are one tab stop. Arrow keys move between them.
  await page.keyboard.press('Home');
  await expect(ann.button(translateDish('Noodle Soups'), 'exact')).toHaveAttribute('aria-current', 'true');
  await focusByTab(translateDish('Noodle Soups'));
  for (let section = 0; section < 4; section += 1) await page.keyboard.press('ArrowRight');
  await expect(ann.button(translateDish('From the Braising Pot'), 'exact')).toBeFocused();
  await page.keyboard.press('Enter');
  await focusByTab(t('menu:addDish', { name: eggs }));
  await page.keyboard.press('Enter');
  await expect(ann.namePopup).toBeVisible();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await expect(ann.namePopup).toBeHidden();
  await expect(ann.cartBar(1)).toBeVisible();
  // A stepper replaces the focused button, and takes over its focus.
  await expect.poll(hasFocus).toBe(true);

  await page.getByRole('link', { name: t('menu:skipToCart') }).focus();
  await page.keyboard.press('Enter');
  await expect(ann.cartBar()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ann.cart).toBeVisible();
  await expect.poll(() => ann.cart.evaluate((cart) => cart.contains(document.activeElement))).toBe(true);
  await focusByTab(t('menu:oneMore', { name: eggs }));
  await page.keyboard.press('Enter');
  await expect(ann.cart.getByRole('group', { name: eggs })).toContainText('2');
  await focusByTab(t('cart:addNotes'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('溫的');
  await focusByTab(t('cart:saveNotes'));
  await page.keyboard.press('Enter');
  await expect(ann.cart.getByText('溫的')).toBeVisible();
  await expect(ann.button(t('cart:editNotes'))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ann.cart).toBeHidden();
  await expect(ann.cartBar()).toBeFocused();
  await page.keyboard.press('Enter');
  await focusByTab(t('cart:reviewOrder'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('cart:preview.subtotal'))).toBeVisible();
  await focusByTab(like(t('cart:place.action')));
  await page.keyboard.press('Enter');
  await expect(ann.loginPopup).toBeVisible();
  await page.keyboard.type('4155550173');
  const { getCode, codeField } = ann.screen;
  await focusByTab(getCode.name);
  await page.keyboard.press('Enter');
  const code = await ann.codeFor('4155550173');
  await focusByTab(codeField.name, 'textbox');
  await page.keyboard.type(code);
  await ann.expectOrdered();
});
