import { expect } from '@playwright/test';
import staffTexts from '#locales/en-US/staff.ts';
import { expectSound } from './support/expect-sound.ts';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

// CX19
test('a party is moved, taken back and moved again, then joined by another: both phones order on without a scan', async ({
  take,
  server,
}) => {
  const ann = await take(looks['en-light']);
  const mei = await take(looks['zh-dark']);
  const { page } = await take({ ...looks['en-light'], ...desk });
  const table = (name: string) => page.getByRole('button', { name: new RegExp(`^Manage table ${name}\\b`) });
  const sheet = page.getByRole('dialog');
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  const bar = page.getByRole('region', { name: staffTexts.acts.bar });
  const atTable = (phone: typeof ann, name: string) =>
    phone.page.getByText(phone.words.t('menu:tableName', { name }), { exact: true });
  /** The sheet of a table where it says where its party sits. */
  const openSeating = async (name: string) => {
    await table(name).click();
    await button(staffTexts.seating.open).click();
  };

  await ann.logInOnPage('415-555-8811');
  await ann.sit(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await mei.sit(2);
  await mei.addAs('Mei', 'Smashed Cucumber');
  await page.goto(`${server.url}/staff`);
  await page.getByLabel(staffTexts.login.person).fill('Wei');
  await page.getByLabel(staffTexts.login.password).fill(password);
  await page.getByRole('button', { name: staffTexts.login.submit }).click();
  await page.getByRole('radio', { name: staffTexts.views.tables }).check();

  await test.step('moved with 3 taps: the phone says so, shows it, and keeps its cart', async () => {
    await expect(table('1')).toContainText('Ann');
    await expectSound(page);
    await openSeating('1');
    await expectSound(page);
    await button('Move to table 3').click();
    await expect(bar).toContainText('Moved: table 1 to table 3');
    await expect(table('3')).toContainText('Ann');
    await expect(table('1')).toContainText(staffTexts.tables.free);
    await expect(ann.page.getByText(ann.words.t('table:notices.moved', { name: '3' }))).toBeVisible();
    await expect(atTable(ann, '3')).toBeVisible();
    await expect(ann.cartBar(1)).toBeVisible();
    await ann.addPlain('Smashed Cucumber');
    await expect(ann.cartBar(2)).toBeVisible();
  });

  await test.step('taken back with 1 tap, and moved again', async () => {
    await bar.getByRole('button', { name: staffTexts.acts.undo }).click();
    await expect(table('1')).toContainText('Ann');
    await expect(atTable(ann, '1')).toBeVisible();
    await openSeating('1');
    await button('Move to table 3').click();
    await expect(atTable(ann, '3')).toBeVisible();
  });

  await test.step('another party joins it: its phone goes on there with what it had', async () => {
    await openSeating('2');
    await button('Make one party with table 3').click();
    await expect(sheet.getByText('One party of tables 2 and 3?')).toBeVisible();
    await expectSound(page);
    await button(staffTexts.seating.merge).click();
    await expect(bar).toContainText('One party now: tables 2 and 3');
    await expect(table('3')).toContainText('Mei');
    await expect(table('2')).toContainText(staffTexts.tables.free);
    await expect(mei.page.getByText(mei.words.t('table:notices.joined', { name: '3' }))).toBeVisible();
    await expect(atTable(mei, '3')).toBeVisible();
    await expect(mei.cartBar(3)).toBeVisible();
    await expect(ann.cartBar(3)).toBeVisible();
    await expectSound(mei.page);
  });

  await test.step('they order together, after a reload too', async () => {
    await ann.page.reload();
    await mei.addPlain('Soy-Braised Eggs');
    await expect(ann.cartBar(4)).toBeVisible();
    await ann.openReview();
    await ann.placeOrder.click();
    await ann.expectOrdered();
    await page.getByRole('radio', { name: staffTexts.views.orders }).check();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Table 3' }) });
    await expect(card).toContainText('4 dishes');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('radio', { name: staffTexts.views.tables }).check();
    await openSeating('3');
    await expectSound(page);
  });
});
