import { nameLanguage } from '#ui/i18n/language-name.ts';
import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { forgetCodes } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';

/** A member's profile, logging out, deleting the account. */
// CU2, CF16, CB8, CB11, CB14, CA10, CA11, CL14, CB8, CL14
test(
  'a member without a birthday is asked at each start, one with a birthday never; logging out leaves no data',
  atLength,
  async ({ take, server }) => {
    const ann = await take();
    const { page } = ann;
    const { t, like } = ann.words;
    const number = '415-555-5001';
    const logInAgain = async () => {
      await forgetCodes(server);
      await ann.fillLoginOnPage(number);
    };
    await ann.sit(1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await expect(ann.cartBar(1)).toBeVisible();
    await ann.logInOnAccount(number);
    // The guest's dishes belong to the member now.
    await ann.button(t('common:back')).click();
    await expect(ann.cartBar(1)).toBeVisible();
    const findUuid = async () => (await ann.context.cookies()).find(({ name }) => name === 'uuid')?.value;
    const before = await findUuid();

    await ann.openAccount();
    // The phone may have stored these during the evening: an unsaved name or note, unsent dishes, the last order.
    const ofTheirs = ['unsaved-name', 'moving-lines', 'last-order', 'restored-table', 'note-drafts'];
    await page.evaluate((keys) => {
      for (const key of keys) (key === 'note-drafts' ? sessionStorage : localStorage).setItem(key, '{}');
    }, ofTheirs);
    await ann.button(t('member:account.logOut')).click();
    await expect(page).toHaveURL(/\/merchant\/1001\/login$/);
    await expect
      .poll(() =>
        page.evaluate(
          (keys) => keys.filter((key) => localStorage.getItem(key) ?? sessionStorage.getItem(key)),
          ofTheirs,
        ),
      )
      .toEqual([]);
    expect(await findUuid(), 'a new uuid').not.toBe(before);
    const cookies = await ann.context.cookies();
    expect(cookies.filter(({ name, value }) => name === 'token' && value)).toEqual([]);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /member|table/.test(key))),
    ).toEqual([]);
    await expect(page.getByText(/Lantern Alley/)).toBeVisible();
    // The login page replaced the account page in the history.
    await page.goBack();
    await expect(ann.button(t('member:account.logOut'))).toBeHidden();

    await ann.open('/merchant/1001/login');
    await logInAgain();
    await expect(ann.becomePopup, 'still no birthday').toBeVisible();
    await ann.becomePopup.getByRole('button', { name: like(t('member:form.noBirthday')) }).click();
    const wheels = ann.dialog(t('member:form.birthday'));
    const chosen = wheels.locator('[data-rwp-highlight-wrapper]').first();
    await expect(chosen).toHaveCSS('height', '44px');
    await page.keyboard.press('Escape');
    await ann.fillMember(ann.becomePopup, 'Ann', 'ann@example.com');
    await ann.becomePopup.getByRole('radio', { name: nameLanguage('en-US') }).check();
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await ann.becomePopup.getByRole('button', { name: t('member:become.submit') }).click();
    const today = new Date();
    expect((await saved).postDataJSON()).toMatchObject({
      phone: number.replaceAll('-', ''),
      name: 'Ann Lin',
      firstName: 'Ann',
      lastName: 'Lin',
      mail: 'ann@example.com',
      birthday: (today.getMonth() + 1) * 100 + today.getDate(),
      // The app sends the code of the chosen language.
      languagePreference: 'en-US',
    });
    await expect(ann.becomePopup).toBeHidden();

    await ann.join(1);
    await expect(ann.cartBar(1), 'the dishes are the member’s').toBeVisible();
    await ann.open('/merchant/1001/account');
    await expect(page.getByText('Ann Lin')).toBeVisible();
    await ann.button(t('member:account.logOut')).click();
    await expect(page).toHaveURL(/\/login$/);
    await logInAgain();
    await expect(page).not.toHaveURL(/\/login$/);
    await expect(ann.becomePopup, 'a birthday is known').toBeHidden();

    await ann.open('/merchant/1001/account/profile');
    const first = page.getByLabel(t('member:form.firstName'));
    await expect(first).toHaveValue('Ann');
    await first.fill('Annie');
    await ann.button(t('member:profile.save')).click();
    await expect(ann.toast(t('member:profile.saved'))).toBeVisible();
    await page.reload();
    await expect(first).toHaveValue('Annie');
  },
);

test(
  'CX14: a member deletes their account; the privacy page says what this server stores',
  atLength,
  async ({ take, server }) => {
    const ann = await take();
    const { page } = ann;
    const { t } = ann.words;
    const number = '415-555-5011';
    const privacy = page.getByRole('link', { name: t('member:account.privacy') });
    await ann.sit(2);
    await ann.logInOnAccount(number);
    await expect(privacy).toHaveAttribute('href', '/privacy.html');
    const remove = ann.button(t('member:remove.open'));
    await remove.click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(`+1 ${number}`);
    await dialog.getByRole('button', { name: t('member:remove.keep') }).click();
    await expect(dialog).toBeHidden();

    // A server with only the contract's calls answers 404.
    await page.route('**/api/member', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await remove.click();
    const confirm = dialog.getByRole('button', { name: t('member:remove.confirm') });
    await confirm.click();
    await expect(dialog).toContainText(t('member:remove.problems.here'));
    await page.unroute('**/api/member');
    await confirm.click();
    await expect(dialog).toContainText(t('member:remove.problems.atTable'));
    await expectSound(page, 'an account to be removed');
    await server.inDatabase('UPDATE table_sessions SET closed_at = 1 WHERE closed_at IS NULL');
    await confirm.click();
    await expect(page).toHaveURL(/\/merchant\/1001\/login$/);
    await expect(ann.toast(t('member:remove.done'))).toBeVisible();
    const cookies = await ann.context.cookies();
    expect(cookies.filter(({ name, value }) => name === 'token' && value)).toEqual([]);

    await page.goto(new URL('/privacy.html', page.url()).href);
    await expectSound(page);
    await expect(page.locator('body')).toContainText('30 days at most');
  },
);
