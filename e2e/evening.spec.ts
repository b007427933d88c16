import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// Each test has its own server, because one server limits the logins from one address.
// CD6, CG5, CA16
test('a second round by another diner: shown by rounds, and paid together', async ({ take, server }) => {
  const ann = await take(looks['zh-dark']);
  const mei = await take(looks['zh-dark']);
  const { t, like, translateDish, pieces } = ann.words;
  const eggs = translateDish('Soy-Braised Eggs');
  const cucumber = translateDish('Smashed Cucumber');
  await ann.sit(1);
  await mei.join(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.order('415-555-9001');
  await test.step('A1: the ordering diner’s page shows what the staff did, without asking questions', async () => {
    const expectText = (words: string) => expect(ann.page.getByText(words, { exact: true })).toBeVisible();
    const orderId = new URL(ann.page.url()).pathname.split('/').at(-1)!;
    await expectText(t('order:steps.next.received'));
    const { orderItems } = await server.act({ type: 'roundSent', orderId, round: 1 });
    await expectText(t('order:steps.next.cooking'));
    const dish = { orderId, orderItemId: orderItems[0]!.id, quantity: 1 };
    await server.act({ type: 'dishReady', ...dish });
    await expectText(t('order:steps.next.onItsWay'));
    await expectSound(ann.page);
    await server.act({ type: 'dishServed', ...dish });
    await expectText(t('order:steps.next.served'));
    await expect(ann.becomePopup).toBeHidden();
  });
  await mei.button(t('order:submitted.addItem')).click();
  await expect(mei.alert(t('order:submitted.title'))).toBeHidden();

  await mei.addAs('Mei', 'Smashed Cucumber');
  await test.step('new dishes are apart from ordered ones, on both phones', async () => {
    await mei.openCart();
    const { cart } = mei;
    await expect(cart.getByRole('heading', { name: t('cart:ordered.newTitle') })).toBeVisible();
    await expect(cart.getByText(t('cart:ordered.newTotal'))).toBeVisible();
    await cart.getByText(t('cart:ordered.title')).click();
    await expect(cart.getByRole('group').filter({ hasText: t('cart:ordered.title') })).toContainText(eggs);
    await mei.closeCart();
  });
  await ann.page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const news of document.querySelectorAll('[role="alertdialog"]')) seen.add(news.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await mei.order('415-555-9002');
  const updated = ann.alert(t('order:updated.title'));
  await expect(updated.getByText(t('order:updated.by', { name: 'Mei' }))).toBeVisible();
  await expect(updated).toContainText(translateDish('Smashed Cucumber'));
  const seen = await ann.page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  const still = t('order:news.left', { list: '' }).trim();
  expect(
    seen.filter((text) => text.includes(still)),
    'the ordered carts are never left alone',
  ).toEqual([]);
  await updated.getByRole('button', { name: t('order:updated.close') }).click();
  for (const { page } of [ann, mei]) {
    await expect(
      page.getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }),
      'the newest first',
    ).toHaveText([t('order:detail.round', { number: 2 }), t('order:detail.round', { number: 1 })]);
    await expect(page.getByText(eggs, { exact: true })).toBeVisible();
    await expect(page.getByText(cucumber, { exact: true })).toBeVisible();
  }

  await test.step('one tap adds a dish again, and the next sends it to the kitchen', async () => {
    await ann.button(t('order:again.label', { name: eggs })).click();
    await ann.link(t('order:again.review', { count: 1 })).click();
    await expect(ann.review.getByText(eggs)).toBeVisible();
  });
  await test.step('a diner in the review sees why it is shorter when another diner places the order', async () => {
    await mei.link(t('order:detail.addMore')).click();
    await mei.order();
    await expect(updated).toContainText(eggs);
    await updated.getByRole('button', { name: t('order:updated.close') }).click();
    await expect(ann.page.getByText(t('cart:meanwhile.by', { name: 'Mei' }))).toBeVisible();
    await expect(ann.page.getByText(t('cart:meanwhile.none'))).toBeVisible();
    await expect(ann.page.getByText(t('cart:preview.choosing', { count: 1, names: 'Mei' }))).toBeHidden();
  });

  await mei.link(t('order:detail.addMore')).click();
  await test.step('the activity also shows what happened before the login, and who placed the orders', async () => {
    await mei.openTable();
    const self = t('together:feed.self');
    for (const words of [
      t('together:feed.ordered', { name: 'Ann' }),
      t('together:feed.added', { name: self, dish: pieces(1, 'Smashed Cucumber') }),
      t('together:feed.ordered', { name: self }),
    ])
      await expect(mei.table.getByText(words).first()).toBeVisible();
  });

  // The restaurant closes the table. The diners of this table session cannot order there any more.
  await ann.page.goto('about:blank');
  await server.inDatabase('UPDATE table_sessions SET closed_at = ? WHERE closed_at IS NULL', Date.now());
  const ended = mei.alert(t('table:notices.endedTitle'));
  await expect(ended).toBeVisible({ timeout: 40_000 });
  await expect(ended).toContainText(t('table:notices.endedTextFor', { name: 'Mei' }));
  await ended.getByRole('button', { name: t('table:notices.endedClose') }).click();
  await expect(mei.page).toHaveURL(/\/merchant\/1001$/);
  await expect(mei.page.getByRole('dialog'), 'a diner who was thanked is not asked how to order').toHaveCount(
    0,
  );
  await test.step('a diner who missed that and scans at another table stays there', async () => {
    // The phone reads the cart of its old table before it gets the new one.
    const loaded = ann.page.waitForResponse(/\/shoppingCart\?/);
    await ann.page.route('**/table/qrcode/info/2', async (route) => {
      await loaded;
      await route.continue();
    });
    await ann.scan('/m/1001/q/2');
    await ann.part(ann.screen.guests(1)).click();
    await ann.expectMenu();
    await ann.addPlain('Soy-Braised Eggs');
    await expect(ann.cartBar(1)).toBeVisible();
    await expect(ann.alert(t('table:notices.endedTitle'))).toBeHidden();
  });
  const ben = await take(looks['zh-dark']);
  await ben.sit(1, 3);
  await expect(ben.cartBar()).toBeHidden();
  // Only the diners of that table session can still open the order.
  await mei.open('/merchant/1001/order-list');
  await mei.completeLater();
  await mei.link(like(t('order:list.dishes', { count: 3 }))).click();
  await expect(mei.page.getByText(eggs, { exact: true }).first()).toBeVisible();
  const { pathname } = new URL(mei.page.url());
  await ben.page.goto(server.url + pathname);
  await expect(ben.heading(t('order:detail.closedTitle'))).toBeVisible();
});

// CU5, CP14, CA14, CA25
test(
  'a list of more than thirty orders loads while scrolling, and each opens',
  atLength,
  async ({ take, server }) => {
    const ann = await take();
    const { page } = ann;
    const { t } = ann.words;
    await ann.logInOnPage('415-555-9201');
    await ann.sit(3, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.order();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    // Adds 34 earlier visits.
    await server.inDatabase(
      `WITH RECURSIVE visit(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM visit WHERE n < 34)
     INSERT INTO orders (id, merchant_id, session_id, table_id, status, payment_status, send_status, row_version,
       rounds, created_at, updated_at, body)
     SELECT id || n, merchant_id, session_id, table_id, 1, payment_status, send_status, row_version, rounds,
       created_at - n * 86400000, updated_at,
       json_set(body, '$.id', id || n, '$.serial', 'VISIT' || n, '$.createAt', created_at - n * 86400000)
     FROM orders, visit WHERE id = ?`,
      id,
    );
    await ann.open('/merchant/1001/order-list');
    const rows = page.getByRole('listitem');
    await expect(page.getByText('VISIT1', { exact: false }).first()).toBeVisible();
    await page.mouse.move(195, 400);
    await expect(async () => {
      await page.mouse.wheel(0, 4_000);
      await expect(rows).toHaveCount(35, { timeout: 500 });
    }).toPass();
    await expect(ann.button(t('order:list.more'))).toBeHidden();
    await ann.link(/VISIT34/).click();
    // The list stays until the next page has loaded.
    await expect(ann.link(/VISIT33/)).toBeHidden();
    await ann.expectOrdered();
    await expect(page.getByText('VISIT34', { exact: false })).toBeVisible();
    await expect(page.getByRole('main').getByText(t('order:orderStatus.completed'))).toBeVisible();
  },
);
