import { expect, type Page, type Route } from '@playwright/test';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// Each has a server of its own.
test.describe.configure({ mode: 'parallel' });

/**
 * CE1 to CE22: what the diner is told, and what is loaded anew. The answers are injected where the table server can not be
 * brought to give them; the rest of the conversation is with the real one.
 */
const refusal = (code: number, msg = '', status = 200, data: unknown = null) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, code, msg, data }),
});

const pathOf = (route: Route) => new URL(route.request().url()).pathname;

/** The next request of this kind gets this answer, all others the server's. */
async function answerNext(page: Page, method: string, path: string, answer: object): Promise<void> {
  let isUsed = false;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/**', async (route) => {
    if (isUsed || route.request().method() !== method || pathOf(route) !== path) return route.fallback();
    isUsed = true;
    await route.fulfill(answer);
  });
}

/** Asked for since: the menu, the cart, or another resource. */
function requestsOf(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

// CE1, CE2, CE4, CE5, CE6, CE7, CE8
test('a refused order: each code of the catalogue is told, and what is stale is loaded anew', async ({
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
    cart: requestsOf(page, '/api/shoppingCart'),
    menu: requestsOf(page, '/api/member/merchant/products-by-categories'),
    order: requestsOf(page, '/api/merchant/order/table-active-order'),
    coupons: requestsOf(page, '/api/member/coupon/list'),
  };
  type Asked = keyof typeof asked;
  const rows: [code: number, msg: string, told: string, stale: Asked[]][] = [
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
    [4711, 'The kitchen is closed', 'The kitchen is closed', ['cart']],
    [4711, '', t('cart:place.failed'), ['cart']],
  ];
  expect(t('cart:place.failed')).toBe('Place order error');
  for (const [index, [code, msg, told, stale]] of rows.entries())
    await test.step(`${code} ${msg}`, async () => {
      // The same words once more are seen only when those of before are gone.
      if (rows[index - 1]?.[2] === told) await expect(ann.toast(told)).toBeHidden();
      const before = new Map(stale.map((name) => [name, asked[name]()]));
      await answerNext(page, 'POST', '/api/member/order', refusal(code, msg));
      await action.click();
      await expect(ann.toast(told)).toBeVisible();
      for (const name of stale)
        await expect.poll(asked[name], `${name} is asked for anew`).toBeGreaterThan(before.get(name)!);
    });
  // After all that the order still goes through, once.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await action.click();
  await ann.expectOrdered();
});

test('a refused order is told once, as soon as the diner can order again', async ({ take }) => {
  const ann = await take();
  const { page, placeOrder: action } = ann;
  const { t } = ann.words;
  await ann.logInOnPage('415-555-7003');
  await ann.sit(3, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openReview();
  await expect(action).toBeEnabled();
  let loadMenu = () => {};
  const isLoading = page.waitForRequest(/products-by-categories/);
  await page.route(/products-by-categories/, async (route) => {
    await new Promise<void>((resolve) => (loadMenu = resolve));
    await route.continue();
  });
  await answerNext(page, 'POST', '/api/member/order', refusal(2025, 'x'));
  await action.click();
  await isLoading;
  const busy = ann.button(t('cart:place.busy'));
  const told = page.getByText(t('cart:place.soldOut'), { exact: true }).filter({ visible: true });
  await expect(busy).toBeVisible();
  await expect(told).toHaveCount(0);
  loadMenu();
  await expect(told).toHaveCount(1);
  await expect(busy).toBeHidden({ timeout: 500 });
  await expect(ann.toast(t('cart:place.soldOut')), 'it goes').toBeHidden();
  await expect(told, 'and the words stay above the button').toHaveCount(1);
});

test('nothing is ordered without a total, and the total comes back by itself', atLength, async ({ take }) => {
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
});

// CE3
test('10011 to somebody who is a member already ends in words', atLength, async ({ take }) => {
  const ann = await take();
  await ann.logInOnPage('415-555-7002');
  await ann.sit(1, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openReview();
  // The server takes for a guest whom the phone holds for a member.
  await answerNext(ann.page, 'POST', '/api/member/order', refusal(10_011, 'Guests can not place orders'));
  await ann.placeOrder.click();
  // A member cannot log in for it: they order with the staff, and the next attempt is free at once.
  await expect(ann.toast(ann.words.t('cart:place.notTaken'))).toBeVisible();
  await expect(ann.placeOrder).toBeEnabled({ timeout: 5_000 });
});

// CE9, CE10
test('a cart that can not be changed or fetched: told, kept, and tried again', async ({ take }) => {
  const ann = await take();
  const { page, words } = ann;
  const { t, named } = words;
  const eggs = named('Soy-Braised Eggs');
  await ann.sit(1, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openCart();
  const confirmed = ann.confirmed;
  await expect(confirmed).toBeAttached();
  const more = ann.cart.getByRole('button', { name: t('menu:oneMore', { name: eggs }) });
  const pieces = (count: number) =>
    ann.cart.getByRole('group', { name: eggs, exact: true }).getByText(String(count), { exact: true });

  for (const [code, told] of [
    // P4: a code of the restaurant's own comes with its own words.
    [4711, 'x'],
    [422, t('table:notices.updateFailed')],
    [66_666, t('cart:place.cartChanged')],
    [10_087, t('cart:place.orderSubmitted')],
  ] as const)
    await test.step(`change: ${code}`, async () => {
      await answerNext(page, 'POST', '/api/shoppingCart', refusal(code, 'x'));
      // The first answer is the refusal.
      let answers = 0;
      const goesAgain = page.waitForResponse((response) => {
        const { pathname } = new URL(response.url());
        if (response.request().method() === 'POST' && pathname === '/api/shoppingCart') answers += 1;
        return answers === 2;
      });
      await more.click();
      await expect(ann.toast(told)).toBeVisible();
      await goesAgain;
      await expect(confirmed).toBeAttached();
    });
  await expect(pieces(5)).toBeVisible();

  for (const [code, told] of [
    [1997, t('table:notices.addAgain', { product: eggs })],
    [2025, t('table:notices.soldOut', { product: eggs })],
  ] as const)
    await test.step(`change: ${code}`, async () => {
      await answerNext(page, 'POST', '/api/shoppingCart', refusal(code, 'x'));
      await more.click();
      await expect(ann.toast(told)).toBeVisible();
      await expect(pieces(5), 'what the server will not have is taken out').toBeVisible();
    });

  for (const [msg, told] of [
    ['The till is closed', 'The till is closed'],
    ['', t('table:notices.fetchFailed')],
  ] as const)
    await test.step(`fetch: ${told}`, async () => {
      // All of them: the phone may just be asking on its own.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route('**/api/shoppingCart?*', (route) => route.fulfill(refusal(4711, msg)));
      await page.reload();
      await expect(ann.toast(told)).toBeVisible();
      await expect(pieces(5), 'what was on the phone still shows').toBeVisible();
    });

  await test.step('an answer that is no JSON', async () => {
    await answerNext(page, 'POST', '/api/shoppingCart', { status: 502, body: '<html>Bad gateway</html>' });
    await more.click();
    await expect(pieces(6)).toBeVisible();
    await expect(confirmed).toBeAttached();
  });
});

for (const [where, status] of [
  ['in the body', 200],
  ['as the status', 401],
] as const)
  // CE11
  test(`401 ${where}: the diner is logged out`, async ({ take }) => {
    const ann = await take();
    const { page, words } = ann;
    await ann.logInOnPage('415-555-7003');
    await ann.sit(1, 1);
    await ann.open('/merchant/1001/account');
    await expect(ann.button(words.t('member:account.logOut'))).toBeVisible();
    await answerNext(page, 'GET', '/api/merchant/order/member-order-list', refusal(401, 'x', status));
    await ann.link(words.t('member:account.orders')).click();
    await expect
      .poll(async () =>
        (await ann.context.cookies()).some(({ name, value }) => name === 'token' && value !== ''),
      )
      .toBe(false);
    await expect(page, 'the login is shown').toHaveURL(/\/merchant\/1001\/login$/);
    expect(await page.evaluate(() => sessionStorage.getItem('order-type'))).toBeNull();
    await ann.open('/merchant/1001/account');
    await expect(ann.button(words.t('member:account.logIn'))).toBeVisible();
  });

// P5, CP9, CP14
test(
  'an answer that cannot be read, a refusal, no answer: each page says which, and asks again',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page, words } = ann;
    const { t } = words;
    await ann.logInOnPage('415-555-7005');
    await ann.sit(1, 1);
    // Once the group is there the orders are asked for again by themselves (G6).
    await ann.context.route('**/scan-order-negotiate*', (route) => route.abort());
    const unreadable = {
      status: 200,
      contentType: 'application/json',
      body: '{"success":true,"code":0,"data":7}',
    };
    const orders = ['/api/merchant/order/member-order-list', '/merchant/1001/order-list'] as const;
    const coupons = ['/api/member/coupon/list', '/merchant/1001/coupon-available'] as const;
    const scan = ['/api/merchant/table/qrcode/info/1', '/m/1001/q/1'] as const;
    const detail = ['/api/merchant/order/detailForMember', '/merchant/1001/order-detail/4711'] as const;
    // This phone knows nothing of that restaurant yet.
    const home = ['/api/merchant/tiny-merchant', '/merchant/1002'] as const;
    for (const [[call, path], answer, told] of [
      [orders, unreadable, t('common:failure.unreadable')],
      [orders, refusal(4711, 'The till is closed'), 'The till is closed'],
      [orders, undefined, t('common:failure.network')],
      [coupons, unreadable, t('common:failure.unreadable')],
      [coupons, refusal(4711, 'No coupons today'), 'No coupons today'],
      [detail, unreadable, t('common:failure.unreadable')],
      [detail, undefined, t('common:failure.network')],
      [home, unreadable, t('common:failure.unreadable')],
      [scan, unreadable, t('common:failure.unreadable')],
      [scan, refusal(400, 'Ask at the bar'), 'Ask at the bar'],
    ] as const) {
      await page.route(`**${call}*`, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await ann.open(path);
      await expect(page.getByText(told), `${path}: ${told}`).toBeVisible({ timeout: 20_000 });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('button', { name: t('common:retry') }).click();
      await expect(page.getByText(told)).toBeHidden();
    }
  },
);

// CV6, CV7, CE12, CE14, CE16, CE17, CE23, D33
test('login and profile: each refusal in its words', atLength, async ({ take }) => {
  const ann = await take();
  const { page, words } = ann;
  const { t } = words;
  await ann.open('/merchant/1001/login');
  const form = page.getByRole('main');
  await form.getByLabel(t('account:login.phone')).fill('415-555-7004');
  const getCode = form.getByRole('button', { name: t('account:login.getCode') });
  const phone = form.getByLabel(t('account:login.phone'));
  await phone.fill('415-555-700');
  await expect(getCode, 'nine digits').toBeDisabled();
  await phone.fill('115-555-7004');
  await expect(getCode, 'no area begins with 1').toBeDisabled();
  await expect(page.getByText(t('account:login.usefulPhone'))).toBeVisible();
  await phone.fill('415-555-7004');
  await expect(getCode).toBeEnabled();
  for (const [code, msg, told] of [
    [4290, 'x', t('account:login.errors.oneAMinute')],
    [4291, 'x', t('account:login.errors.threeAMinute')],
    [4711, 'No texts today', 'No texts today'],
  ] as const) {
    await answerNext(page, 'POST', '/api/member/phone/code', refusal(code, msg));
    await getCode.click();
    await expect(page.getByText(told)).toBeVisible();
  }
  for (const budget of ['pause', 'phone', 'merchant', 'address', 'attempts'] as const) {
    const data = { budget, until: Date.now() + 3 * 24 * 60 * 60_000 };
    await answerNext(page, 'POST', '/api/member/phone/code', refusal(4292, 'x', 200, data));
    await getCode.click();
    const told = new RegExp(t(`account:login.errors.budget.${budget}`, { time: String.raw`.*\d.*` }));
    await expect(form.getByText(told)).toBeVisible();
  }
  await page.unrouteAll();
  await getCode.click();
  await expect(getCode, 'the countdown is on').toBeHidden();
  await expect(
    form.getByRole('button', {
      name: new RegExp(t('account:login.resendIn', { seconds: String.raw`\d+` })),
    }),
  ).toBeDisabled();
  const right = await ann.codeFor('4155557004');
  const submit = form.getByRole('button', { name: t('account:login.submit') });
  const code = form.getByLabel(t('account:login.code'));
  await code.fill('12345');
  await expect(submit, 'six digits').toBeDisabled();
  for (const [status, msg, told] of [
    [404, 'x', t('account:login.errors.signUp')],
    [4711, 'This account is closed', 'This account is closed'],
  ] as const) {
    await answerNext(page, 'POST', '/api/member/login', refusal(status, msg));
    await code.fill(right);
    await submit.click();
    await expect(page.getByText(told)).toBeVisible();
  }
  await page.unrouteAll();
  await code.fill(right);
  await submit.click();
  await ann.completeLater();

  await ann.open('/merchant/1001/account/profile');
  await page.getByLabel(t('member:form.firstName')).fill('Ann');
  await page.getByLabel(t('member:form.lastName')).fill('Lin');
  await page.getByLabel(t('member:form.mail')).fill('ann@example.com');
  await ann.button(words.like(t('member:form.noBirthday'))).click();
  await ann
    .dialog(t('member:form.birthday'))
    .getByRole('button', { name: words.like(t('member:form.choose', { day: '' }).trim()) })
    .click();
  await answerNext(page, 'PUT', '/api/member', refusal(4711, 'The books are closed'));
  await ann.button(t('member:profile.save')).click();
  await expect(page.getByText('The books are closed').first()).toBeVisible();
  await page.unrouteAll();
  await ann.button(t('member:profile.save')).click();
  await expect(ann.toast(t('member:profile.saved'))).toBeVisible();
});

// CL1
test(
  'D2: reads give up after 10 s and are tried again; an order waits 60 s, and then nobody knows',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page, words } = ann;
    const { t, like } = words;
    // The two limits of silence, twenty times as fast while a test says so.
    await ann.context.addInitScript(() => {
      const real = globalThis.setTimeout.bind(globalThis);
      const world = globalThis as unknown as { limits: number[]; hurry: boolean };
      world.limits = [];
      const timed = (handler: () => void, ms = 0, ...given: []) => {
        const isLimit = ms === 10_000 || ms === 60_000;
        if (isLimit) world.limits.push(ms);
        return real(handler, world.hurry && isLimit ? ms / 20 : ms, ...given);
      };
      Object.assign(globalThis, { setTimeout: timed });
    });
    const limits = () => page.evaluate(() => (globalThis as unknown as { limits: number[] }).limits);
    const hurry = () =>
      page.evaluate(() => {
        Object.assign(globalThis, { hurry: true, limits: [] });
      });
    await ann.logInOnPage('415-555-7005');
    await ann.sit(1, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openReview();
    const action = ann.placeOrder;
    await expect(action).toBeEnabled();
    await hurry();
    // The request arrives and is carried out; its answer never comes.
    await page.route('**/api/member/order', async (route) => {
      await fetch(route.request().url(), {
        method: 'POST',
        headers: await route.request().allHeaders(),
        body: route.request().postData(),
      });
    });
    await page.route('**/api/member/order/placement/**', (route) => route.abort());
    await action.click();
    await expect(page.getByText(t('cart:place.unknownTitle'))).toBeVisible();
    await expect(page.getByText(t('cart:preview.nothing'))).toBeHidden();
    await expect(ann.button(t('cart:place.checkAgain'))).toBeVisible();
    expect(await limits()).toContain(60_000);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // The phone goes on asking by itself.
    await expect(page).toHaveURL(/\/order-detail\//, { timeout: 30_000 });
    await expect(ann.round(2)).toBeHidden();

    await hurry();
    let isHung = true;
    await page.route('**/api/merchant/order/member-order-list*', (route) =>
      isHung ? undefined : route.fallback(),
    );
    await page.evaluate(() => history.pushState({}, ''));
    await ann.open('/merchant/1001/order-list');
    await hurry();
    await expect(ann.button(like(t('common:retry')))).toBeVisible({ timeout: 40_000 });
    expect((await limits()).every((ms) => ms <= 10_000)).toBe(true);
    isHung = false;
    await ann.button(like(t('common:retry'))).click();
    await expect(page.getByRole('listitem').first()).toBeVisible();
  },
);

// CG1
test(
  'the table group can not be had: the cart goes on without it, and takes it up later',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page } = ann;
    await page.route('**/api/system/web-pub-sub/**', (route) =>
      route.fulfill(refusal(500, 'The real-time service is down', 500)),
    );
    await ann.sit(1, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    await expect(ann.confirmed).toBeAttached();
    expect(ann.liveSockets).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect.poll(() => ann.liveSockets, { timeout: 40_000 }).toBe(1);
  },
);
