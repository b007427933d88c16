import { expect, type Page } from '@playwright/test';
import { answerNext, hold, createRefusal } from './support/answers.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// Each test has its own server.
test.describe.configure({ mode: 'parallel' });

/** The app's message for each error code. The test injects only answers that the real server cannot be made to give. */

/** Counts the page's requests for a resource from now on. */
function watchRequests(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

// CE1, CE2, CE3, CE4, CE5, CE6, CE7, CE8
test('a refused order: each code of the contract shows a message, and stale data are loaded again', async ({
  take,
}) => {
  const ann = await take();
  const { page } = ann;
  const { t } = ann.words;
  await ann.logInOnPage('415-555-7001');
  await ann.sit(1, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openReview();
  const action = ann.placeOrder;
  await expect(action).toBeEnabled();

  const asked = {
    cart: watchRequests(page, '/api/shoppingCart'),
    menu: watchRequests(page, '/api/member/merchant/products-by-categories'),
    order: watchRequests(page, '/api/merchant/order/table-active-order'),
    coupons: watchRequests(page, '/api/member/coupon/list'),
  };
  type Asked = keyof typeof asked;
  const rows: [code: number, msg: string, message: string, stale: Asked[]][] = [
    [10_087, 'x', t('cart:place.orderSubmitted'), ['cart']],
    [66_666, 'x', t('cart:place.cartChanged'), ['cart']],
    [1997, 'x', t('cart:place.addAgain'), ['cart', 'menu']],
    [10_010, 'x', t('cart:place.tableUnavailable'), ['cart']],
    [2025, 'x', t('cart:place.soldOut'), ['cart', 'menu']],
    [2026, 'Fewer are left: Tea (1)', 'Fewer are left: Tea (1)', ['cart', 'menu']],
    [4040, 'x', t('cart:place.checkout'), ['cart', 'order']],
    [11_000, 'x', t('cart:place.checkout'), ['cart', 'order']],
    [12_000, 'x', t('cart:place.orderModified'), ['cart', 'order']],
    [2031, 'x', t('cart:place.couponUnusable'), ['cart', 'coupons']],
    // The server treats a member as a guest.
    [10_011, 'Guests can not place orders', t('cart:place.notTaken'), []],
    [4711, 'The kitchen is closed', 'The kitchen is closed', ['cart']],
    [4711, '', t('cart:place.failed'), ['cart']],
  ];
  expect(t('cart:place.failed')).toBe('Place order error');
  for (const [index, [code, msg, message, stale]] of rows.entries())
    await test.step(`${code} ${msg}`, async () => {
      // Wait for the same message from before to disappear.
      if (rows[index - 1]?.[2] === message) await expect(ann.toast(message)).toBeHidden();
      const before = new Map(stale.map((name) => [name, asked[name]()]));
      await answerNext(page, 'POST', '/api/member/order', createRefusal(code, msg));
      await action.click();
      await expect(ann.toast(message)).toBeVisible();
      for (const name of stale)
        await expect.poll(asked[name], `${name} is loaded again`).toBeGreaterThan(before.get(name)!);
    });
  // The order still goes through, once.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await action.click();
  await ann.expectOrdered();
});

test(
  'a refused order shows one message, as soon as the diner can order again',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page, placeOrder: action } = ann;
    const { t } = ann.words;
    await ann.logInOnPage('415-555-7003');
    await ann.sit(3, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openReview();
    await expect(action).toBeEnabled();
    const isLoading = page.waitForRequest(/products-by-categories/);
    await answerNext(page, 'POST', '/api/member/order', createRefusal(2025, 'x'));
    const loadMenu = await hold(page, /products-by-categories/);
    await action.click();
    await isLoading;
    const busy = ann.button(t('cart:place.busy'));
    const message = page.getByText(t('cart:place.soldOut'), { exact: true }).filter({ visible: true });
    await expect(busy).toBeVisible();
    await expect(message).toHaveCount(0);
    await loadMenu();
    await expect(message).toHaveCount(1);
    await expect(busy).toBeHidden({ timeout: 500 });
    await expect(ann.toast(t('cart:place.soldOut')), 'it goes').toBeHidden();
    await expect(message, 'and the words stay above the button').toHaveCount(1);
  },
);

test(
  'nothing can be ordered without a total, and the total comes back by itself',
  atLength,
  async ({ take }) => {
    const ann = await take(looks['zh-dark']);
    const { page } = ann;
    const { t } = ann.words;
    await ann.sit(2, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    await page.route('**/api/**', (route) => route.abort());
    await ann.button(t('cart:reviewOrder')).click();
    const { review, placeOrder: action } = ann;
    await expect(review.getByText(t('cart:place.needsTotal'))).toBeVisible({ timeout: 20_000 });
    await expect(action).toBeDisabled();
    await expect(review.getByRole('button', { name: t('cart:preview.tryAgain') })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(action).toBeEnabled({ timeout: 30_000 });
    await expect(review.getByText(t('cart:place.needsTotal'))).toBeHidden();
  },
);

// CE9, CE10
test(
  'a cart that cannot be changed or fetched: a message is shown, the change is kept and tried again',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page, words } = ann;
    const { t, translateDish } = words;
    const eggs = translateDish('Soy-Braised Eggs');
    await ann.sit(1, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    const confirmed = ann.confirmed;
    await expect(confirmed).toBeAttached();
    const more = ann.part(ann.screen.oneMore('Soy-Braised Eggs'), ann.cart);
    const findPieces = (count: number) =>
      ann.cart.getByRole('group', { name: eggs, exact: true }).getByText(String(count), { exact: true });

    for (const [code, message] of [
      // The restaurant's own codes come with their own text.
      [4711, 'x'],
      [422, t('table:notices.updateFailed')],
      [66_666, t('cart:place.cartChanged')],
      [10_087, t('cart:place.orderSubmitted')],
    ] as const)
      await test.step(`change: ${code}`, async () => {
        await answerNext(page, 'POST', '/api/shoppingCart', createRefusal(code, 'x'));
        const isSentAgain = ann.changeAnswered().then(() => ann.changeAnswered());
        await more.click();
        await expect(ann.toast(message)).toBeVisible();
        await isSentAgain;
        await expect(confirmed).toBeAttached();
      });
    await expect(findPieces(5)).toBeVisible();

    for (const [code, message] of [
      [1997, t('table:notices.addAgain', { product: eggs })],
      [2025, t('table:notices.soldOut', { product: eggs })],
    ] as const)
      await test.step(`change: ${code}`, async () => {
        await answerNext(page, 'POST', '/api/shoppingCart', createRefusal(code, 'x'));
        await more.click();
        await expect(ann.toast(message)).toBeVisible();
        await expect(findPieces(5), 'dishes that the server rejects are removed').toBeVisible();
      });

    for (const [msg, message] of [
      ['The till is closed', 'The till is closed'],
      ['', t('table:notices.fetchFailed')],
    ] as const)
      await test.step(`fetch: ${message}`, async () => {
        // Answer all requests, because the phone may also ask by itself.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.route('**/api/shoppingCart?*', (route) => route.fulfill(createRefusal(4711, msg)));
        await page.reload();
        await expect(ann.toast(message)).toBeVisible();
        await expect(findPieces(5), 'data from the phone still show').toBeVisible();
      });

    await test.step('an answer that is not JSON', async () => {
      await answerNext(page, 'POST', '/api/shoppingCart', { status: 502, body: '<html>Bad gateway</html>' });
      await more.click();
      await expect(findPieces(6)).toBeVisible();
      await expect(confirmed).toBeAttached();
    });
  },
);

// P5, CP9, CP14
test(
  'an unreadable answer, a refusal, no answer: each page says which, and asks again',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page, words } = ann;
    const { t } = words;
    await ann.logInOnPage('415-555-7005');
    await ann.sit(1, 1);
    // When the group connects, the page loads the orders again by itself.
    await ann.context.route('**/scan-order-negotiate*', (route) => route.abort());
    const unreadable = { json: { success: true, code: 0, data: 7 } };
    const orders = ['/api/merchant/order/member-order-list', '/merchant/1001/order-list'] as const;
    const coupons = ['/api/member/coupon/list', '/merchant/1001/coupon-available'] as const;
    const scan = ['/api/merchant/table/qrcode/info/1', '/m/1001/q/1'] as const;
    const merchant = ['/api/merchant/tiny-merchant', '/merchant/1002'] as const;
    const detail = ['/api/merchant/order/detailForMember', '/merchant/1001/order-detail/4711'] as const;
    for (const [[call, path], answer, message] of [
      [orders, unreadable, t('common:failure.unreadable')],
      [orders, createRefusal(4711, 'The till is closed'), 'The till is closed'],
      [orders, undefined, t('common:failure.network')],
      [coupons, createRefusal(4711, 'No coupons today'), 'No coupons today'],
      [detail, unreadable, t('common:failure.unreadable')],
      [detail, undefined, t('common:failure.network')],
      [merchant, unreadable, t('common:failure.unreadable')],
      [scan, unreadable, t('common:failure.unreadable')],
      [scan, createRefusal(400, 'Ask at the bar'), 'Ask at the bar'],
    ] as const) {
      await page.route(`**${call}*`, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await ann.open(path);
      await expect(page.getByText(message), `${path}: ${message}`).toBeVisible({ timeout: 20_000 });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('button', { name: t('common:retry') }).click();
      await expect(page.getByText(message)).toBeHidden();
    }
  },
);

// CV6, CV7, CE12, CE14, CE16, CE17, CE23, CB13
test('login and profile: each refusal has its own message', atLength, async ({ take }) => {
  const ann = await take();
  const { page, words } = ann;
  const { t } = words;
  await ann.open('/merchant/1001/login');
  const form = page.getByRole('main');
  const getCode = ann.part(ann.screen.getCode, form);
  const phone = ann.part(ann.screen.phoneField, form);
  await phone.fill('415-555-700');
  await expect(getCode, 'nine digits').toBeDisabled();
  await phone.fill('115-555-7004');
  await expect(getCode, 'no area begins with 1').toBeDisabled();
  await expect(page.getByText(t('account:login.usefulPhone'))).toBeVisible();
  await phone.fill('415-555-7004');
  await expect(getCode).toBeEnabled();
  const until = Date.now() + 3 * 24 * 60 * 60_000;
  for (const [code, msg, message, data] of [
    [4290, 'x', t('account:login.errors.oneAMinute')],
    [4711, 'No texts today', 'No texts today'],
    [
      4292,
      'x',
      t('account:login.errors.budget.phone', { time: String.raw`.*\d.*` }),
      { budget: 'phone', until },
    ],
  ] as const) {
    await answerNext(page, 'POST', '/api/member/phone/code', createRefusal(code, msg, 200, data));
    await getCode.click();
    await expect(form.getByText(new RegExp(message))).toBeVisible();
  }
  await page.unrouteAll();
  await getCode.click();
  await expect(getCode, 'the countdown is on').toBeHidden();
  const resend = new RegExp(t('account:login.resendIn', { seconds: String.raw`\d+` }));
  await expect(form.getByRole('button', { name: resend })).toBeDisabled();
  const submit = form.getByRole('button', { name: t('account:login.title') });
  const code = ann.part(ann.screen.codeField, form);
  await code.fill('12345');
  await expect(submit, 'six digits').toBeDisabled();
  await answerNext(page, 'POST', '/api/member/login', createRefusal(4711, 'This account is closed'));
  const right = await ann.codeFor('4155557004');
  await code.fill(right);
  await expect(page.getByText('This account is closed')).toBeVisible();
  await code.fill(right);
  await ann.completeLater();

  await ann.open('/merchant/1001/account/profile');
  await ann.fillMember(page, 'Ann', 'ann@example.com');
  await answerNext(page, 'PUT', '/api/member', createRefusal(4711, 'The books are closed'));
  await ann.button(t('member:profile.save')).click();
  await expect(page.getByText('The books are closed').first()).toBeVisible();
  await ann.button(t('member:profile.save')).click();
  await expect(ann.toast(t('member:profile.saved'))).toBeVisible();
});

// CG1
test('without the table group the cart works, and connects later', atLength, async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  await page.route('**/api/system/web-pub-sub/**', (route) =>
    route.fulfill(createRefusal(500, 'The real-time service is down', 500)),
  );
  await ann.sit(1, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openCart();
  await expect(ann.confirmed).toBeAttached();
  expect(ann.liveSockets).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect.poll(() => ann.liveSockets, { timeout: 40_000 }).toBe(1);
});

test('a code that arrives before the answer to its request logs the diner in', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  await ann.open('/merchant/1001/login');
  const answer = await hold(page, '**/api/member/phone/code', 'answers');
  await ann.fillLoginOnPage('415-555-7099');
  await ann.completeLater();
  await expect(page).not.toHaveURL(/\/login$/);
  await answer();
});
