import { expect, test } from '@playwright/test';
import { DinerPhone } from './diner.ts';
import { shoot } from './shots.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';

/** Section 2: each popup, opened and closed in every way that it may be. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

test('order type: over the merchant’s home it closes by button, overlay, Escape and Back', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  const sheet = page.getByRole('dialog', { name: 'How would you like to order?' });
  await page.goto(`${server.url}/merchant/1001/order`);
  // Rule 3 on a first load: never a blank page (D20).
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/\/merchant\/1001$/);
  const box = await sheet.boundingBox();
  expect(box!.height / 844).toBeCloseTo(0.55, 1);
  await shoot('popup-order-type', { ann: page });
  const closers = [
    () => sheet.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(195, 60),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ];
  for (const close of closers) {
    await expect(sheet).toBeVisible();
    await close();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/merchant\/1001$/);
    await page.getByRole('link', { name: 'Order', exact: true }).click();
  }
  await sheet.getByRole('button', { name: /To go/ }).click();
  await ann.expectMenu();
  expect(ann.errors).toEqual([]);
});

test('login: a protected page asks for it over the page that was shown; skipped, closed, and done', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  await ann.scan('/m/1001/q/4');
  await ann.chooseGuestsIfAsked(2);
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  const login = page.getByRole('dialog', { name: /Log in/ });
  await expect(login).toBeVisible();
  // Cancelled: the account stays under it.
  await expect(page).toHaveURL(/\/account$/);
  await shoot('popup-login', { ann: page });
  await expect(login.getByRole('link', { name: /Terms of service/ })).toHaveAttribute('target', '_blank');
  await login.getByRole('button', { name: 'Close' }).click();
  await expect(login).toBeHidden();
  await page.getByRole('link', { name: 'Coupons' }).click();
  await expect(login).toBeVisible();
  await login.getByRole('button', { name: 'Skip for now' }).click();
  await ann.expectMenu();

  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  // The countdown of a code survives a reload.
  await login.getByLabel('Phone number').fill('415-555-6001');
  await expect(login.getByLabel('Phone number')).toHaveValue('415-555-6001');
  await login.getByRole('button', { name: 'Get code' }).click();
  await expect(login.getByRole('button', { name: /Resend in \d+ s/ })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(login.getByRole('button', { name: /Resend in \d+ s/ })).toBeVisible();
  await login.getByLabel('Phone number').fill('415-555-6001');
  await login.getByLabel('6-digit code').fill(await ann.codeFor('4155556001'));
  await login.getByRole('button', { name: 'Order now' }).click();
  await expect(login).toBeHidden();
  // And on to where the diner wanted to go.
  await expect(page).toHaveURL(/\/account\/profile$/);
  await expect(page.getByLabel('Phone number')).toHaveValue('+1 415-555-6001');
  expect(ann.errors).toEqual([]);
});

test('a first visit by a deep link to a protected page goes by the login page and comes back', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server);
  await ann.page.goto(`${server.url}/merchant/1001/coupon-available`);
  await expect(ann.page).toHaveURL(/\/merchant\/1001\/login$/);
  await ann.logInOnPage('415-555-6002');
  await expect(ann.page).toHaveURL(/\/coupon-available$/);
  await expect(ann.page.getByText(/off when you spend/)).toBeVisible();
});

test('become a member: checked in order, the wheels start at today, and the language is taken up', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  await page.goto(`${server.url}/merchant/1001/login`);
  await ann.fillLoginOnPage('415-555-6003');
  const become = page.getByRole('dialog', { name: 'Become a member' });
  await expect(become).toBeVisible();
  await shoot('popup-become-member', { ann: page });
  await expect(become.getByLabel('Phone number')).toHaveValue('+1 415-555-6003');
  await expect(become.getByLabel('Phone number')).not.toBeEditable();
  const submit = become.getByRole('button', { name: 'Submit' });
  await submit.click();
  await expect(become.getByText('Please enter your first and last name.').first()).toBeVisible();
  await become.getByLabel('First name').fill('Ann');
  await become.getByLabel('Last name').fill('Lin');
  await submit.click();
  await expect(become.getByText('Please choose your birthday.')).toBeVisible();
  await become.getByRole('button', { name: /Birthday.*No birthday/ }).click();
  const wheels = page.getByRole('dialog', { name: 'Birthday' });
  const today = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' }).format(new Date());
  await expect(wheels.getByRole('button', { name: `Choose ${today}` })).toBeVisible();
  await shoot('popup-birthday', { ann: page });
  await wheels.getByRole('button', { name: /Choose/ }).click();
  await expect(become.getByRole('button', { name: new RegExp(today) })).toBeVisible();
  await submit.click();
  await expect(become.getByText('Please enter your email address.')).toBeVisible();
  await become.getByLabel('Email').fill('ann');
  await submit.click();
  await expect(become.getByText('This does not look like an email address.')).toBeVisible();
  await become.getByLabel('Email').fill('ann@example.com');
  await become.getByRole('radio', { name: '繁體中文' }).check();
  await submit.click();
  await expect(become).toBeHidden();
  await expect(page).toHaveURL(/\/zh-tw\//);
  // Asked once: a reload does not ask again.
  await page.reload();
  await page.goto(`${server.url}/zh-tw/merchant/1001/account`);
  await expect(page.getByText('Ann Lin')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(ann.errors).toEqual([]);
});

test('name: asked before the first dish; closed, nothing is added', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  await ann.scan('/m/1001/q/8');
  await ann.chooseGuestsIfAsked(2);
  const name = page.getByRole('dialog', { name: 'What is your name?' });
  for (const close of [
    () => name.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(195, 60),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await page.getByRole('button', { name: 'Add Soy-Braised Eggs', exact: true }).click();
    await expect(name).toBeVisible();
    await close();
    await expect(name).toBeHidden();
    await expect(page.getByRole('button', { name: /View cart/ })).toBeHidden();
    await ann.expectMenu();
  }
  await page.getByRole('button', { name: 'Add Soy-Braised Eggs', exact: true }).click();
  await shoot('popup-name', { ann: page });
  await ann.giveName('Ann');
  await expect(page.getByRole('button', { name: /1 item.*View cart/ })).toBeVisible();
});

test('inactive order: a cart that was left long ago is asked about; one phone answers for the table', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server);
  await ann.scan('/m/1001/q/9');
  await ann.chooseGuestsIfAsked(2);
  await ann.page.getByRole('button', { name: 'Add Soy-Braised Eggs', exact: true }).click();
  await ann.giveName('Ann');
  await expect(ann.page.getByRole('button', { name: /1 item.*View cart/ })).toBeVisible();
  await ann.page.getByText('1 change waiting').waitFor({ state: 'hidden' });
  const ask = ann.page.getByRole('alertdialog', { name: 'Is this still your order?' });
  // The restaurant says two hours; the answer's time is moved instead of waiting.
  await ann.page.route('**/api/shoppingCart?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { lastOperateAt: number } };
    body.data.lastOperateAt -= 3 * 3_600_000;
    await route.fulfill({ response: answer, json: body });
  });
  const mei = await DinerPhone.take(browser, server);
  await mei.scan('/m/1001/q/9');
  await mei.expectMenu();

  await ann.page.reload();
  await expect(ask).toBeVisible();
  await shoot('popup-inactive', { ann: ann.page });
  await ann.page.keyboard.press('Escape');
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Continue order' }).click();
  await expect(ask).toBeHidden();
  await expect(ann.page.getByRole('button', { name: /1 item.*View cart/ })).toBeVisible();

  await ann.page.reload();
  await ask.getByRole('button', { name: 'Restart order' }).click();
  await expect(ask).toBeHidden();
  await expect(ann.page.getByRole('button', { name: /View cart/ })).toBeHidden();
  await expect(mei.page).toHaveURL(/select-guests$/);
});
