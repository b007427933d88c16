import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** D18: the orders of an evening, and what comes after it. */
// One each: so many logins from one address would be refused.
let server: ServerProcess;

test.beforeEach(async () => {
  server = await startTableServer();
});
test.afterEach(async () => server.stop());

// CD6, CG5, D18
test('a second round by somebody else: told, shown by rounds, and paid together', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server, looks['zh-dark']);
  const mei = await DinerPhone.take(browser, server, looks['zh-dark']);
  const { t, like, named } = ann.words;
  const eggs = named('Soy-Braised Eggs');
  const cucumber = named('Smashed Cucumber');
  const place = async (phone: DinerPhone, number: string) => {
    await phone.openCart();
    await phone.page.getByRole('button', { name: t('cart:reviewOrder') }).click();
    await phone.page.getByRole('button', { name: like(t('cart:place.action')) }).click();
    await phone.logIn(number);
    await expect(phone.page).toHaveURL(/\/order-detail\//);
  };
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(2);
  await mei.scan('/m/1001/q/1');
  await mei.expectMenu();
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await place(ann, '415-555-9001');
  const submitted = mei.page.getByRole('alertdialog', { name: t('order:submitted.title') });
  await submitted.getByRole('button', { name: t('order:submitted.addItem') }).click();
  await expect(submitted).toBeHidden();

  await mei.addPlain('Smashed Cucumber');
  await mei.giveName('Mei');
  await test.step('what is new stands apart from what was ordered, on both phones', async () => {
    await mei.openCart();
    const { cart } = mei;
    await expect(cart.getByRole('heading', { name: t('cart:ordered.newTitle') })).toBeVisible();
    await expect(cart.getByText(t('cart:ordered.newTotal'))).toBeVisible();
    await cart.getByText(t('cart:ordered.title')).click();
    await expect(cart.getByRole('group').filter({ hasText: t('cart:ordered.title') })).toContainText(eggs);
    await shoot('evening-new', { mei: mei.page });
    await mei.closeCart();
  });
  await place(mei, '415-555-9002');
  const updated = ann.page.getByRole('alertdialog', { name: t('order:updated.title') });
  await expect(updated.getByText(t('order:updated.by', { name: 'Mei' }))).toBeVisible();
  await shoot('evening-updated', { ann: ann.page });
  await updated.getByRole('button', { name: t('order:updated.close') }).click();
  for (const { page } of [ann, mei]) {
    await expect(page.getByRole('heading', { name: t('order:detail.round', { number: 2 }) })).toBeVisible();
    await expect(page.getByText(eggs, { exact: true })).toBeVisible();
    await expect(page.getByText(cucumber, { exact: true })).toBeVisible();
  }
  await shoot('evening-rounds', { ann: ann.page, mei: mei.page });

  await mei.page.getByRole('link', { name: t('order:detail.addMore') }).click();
  await test.step('what happened: also from before the login, and who placed the orders', async () => {
    await mei.openTable();
    const self = t('together:feed.self');
    for (const words of [
      t('together:feed.ordered', { name: 'Ann' }),
      t('together:feed.added', { name: self, quantity: 1, product: cucumber }),
      t('together:feed.ordered', { name: self }),
    ])
      await expect(mei.table.getByText(words)).toBeVisible();
    await shoot('evening-feed', { mei: mei.page });
  });

  // The restaurant closes the table: nobody of this party orders there again, the next one starts anew.
  await server.inDatabase('UPDATE table_sessions SET closed_at = ? WHERE closed_at IS NULL', Date.now());
  const ended = mei.page.getByRole('alertdialog', { name: t('table:notices.endedTitle') });
  await expect(ended).toBeVisible({ timeout: 40_000 });
  await shoot('evening-ended', { mei: mei.page });
  await ended.getByRole('button', { name: t('table:notices.endedClose') }).click();
  await expect(mei.page).toHaveURL(/\/merchant\/1001$/);
  const ben = await DinerPhone.take(browser, server, looks['zh-dark']);
  await ben.scan('/m/1001/q/1');
  await ben.chooseGuests(3);
  await expect(ben.cartBar()).toBeHidden();
  // The order is still theirs to look up, and nobody else's.
  await mei.open('/merchant/1001/order-list');
  await mei.page.getByRole('link', { name: like(t('order:list.dishes', { count: 2 })) }).click();
  await expect(mei.page.getByText(eggs, { exact: true })).toBeVisible();
  const { pathname } = new URL(mei.page.url());
  await ben.page.goto(server.url + pathname);
  await expect(ben.page.getByRole('heading', { name: t('order:detail.closedTitle') })).toBeVisible();
  expect([...ann.errors, ...mei.errors, ...ben.errors]).toEqual([]);
});

// CU5, CP14, CA14, CA25
test('more than thirty orders come as the list is scrolled, and each opens', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const { page, words } = ann;
  const { t, like } = words;
  await ann.open('/merchant/1001/login');
  await ann.logInOnPage('415-555-9201');
  await ann.scan('/m/1001/q/3');
  await ann.chooseGuests(1);
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await ann.openCart();
  await page.getByRole('button', { name: t('cart:reviewOrder') }).click();
  await page.getByRole('button', { name: like(t('cart:place.action')) }).click();
  await expect(page).toHaveURL(/\/order-detail\//);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  // 34 earlier visits.
  await server.inDatabase(
    `WITH RECURSIVE visit(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM visit WHERE n < 34)
     INSERT INTO orders
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
  await expect(page.getByRole('button', { name: t('order:list.more') })).toBeHidden();
  await page.getByRole('link', { name: /VISIT34/ }).click();
  await expect(page).toHaveURL(/\/order-detail\//);
  await expect(page.getByText('VISIT34', { exact: false })).toBeVisible();
  await expect(page.getByRole('main').getByText(t('order:orderStatus.completed'))).toBeVisible();
});
