import { nameLanguage } from '#ui/i18n/language-name.ts';
import { expect, type Locator } from '@playwright/test';
import { leaveCartAlone } from './support/answers.ts';
import type { DinerPhone } from './support/diner.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { waitUntilStill } from './support/screen/until-still.ts';
import { listLooks, loadWords } from './support/words.ts';

/** Closes a popup by its button, by a tap next to it, by Escape, by Back. */
async function expectCloses({ page, screen }: DinerPhone, popup: Locator, open: () => Promise<void>) {
  for (const close of [
    () => popup.getByRole(screen.close.role, { name: screen.close.name }).click(),
    () => page.mouse.click(195, 60),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await open();
    await expect(popup).toBeVisible();
    await waitUntilStill(page);
    await close();
    await expect(popup).toBeHidden();
  }
}

/** Each popup, and all ways to close it. */
for (const [look, options] of listLooks('zh-dark'))
  test.describe(look, () => {
    shareServer();
    /** A phone number without an account. */
    const createPhoneNumber = (last: number) => `415-555-6${look === 'en-light' ? 0 : 1}0${last}`;

    // CP4, CN4, CD1, CL11, CN4
    test('order type: over the merchant’s home it closes by button, overlay, Escape and Back', async ({
      take,
    }) => {
      const ann = await take(options);
      const { page } = ann;
      const { t, like } = ann.words;
      const sheet = ann.dialog(t('table:orderType.title'));
      await ann.open('/merchant/1001/order');
      // On a first visit by this address, the merchant's home is below the sheet.
      await expect(sheet).toBeVisible();
      await expect(page).toHaveURL(/\/merchant\/1001$/);
      const box = await sheet.boundingBox();
      expect(box!.height / 844).toBeCloseTo(0.55, 1);
      await page.keyboard.press('Escape');
      await expectCloses(ann, sheet, async () => {
        await expect(page).toHaveURL(/\/merchant\/1001$/);
        await ann.link(t('table:home.order'), 'exact').click();
      });
      await ann.link(t('table:home.order'), 'exact').click();
      await sheet.getByRole('button', { name: like(t('table:orderType.toGo')) }).click();
      await ann.expectMenu();
      // An order without a table has no other diners.
      await ann.addPlain('Soy-Braised Eggs');
      await expect(ann.namePopup).toContainText(t('account:name.textAlone'));
    });

    // CN4
    test('a sheet that is opened again while it still closes stays open, and Back closes it', async ({
      take,
    }) => {
      const ann = await take(options);
      const { page, screen, words } = ann;
      const sheet = ann.dialog(words.t('menu:look'));
      const opener = ann.button(words.t('menu:look'), 'exact');
      await ann.sit(5);
      const button = await opener.elementHandle();
      await opener.click();
      await waitUntilStill(page);
      // The second tap comes after React has closed the sheet, and before the step back in the browser's history.
      await sheet.getByRole(screen.close.role, { name: screen.close.name }).evaluate(async (close, again) => {
        (close as HTMLElement).click();
        await Promise.resolve();
        (again as HTMLElement).click();
      }, button);
      await page.waitForFunction(() => (history.state as { usr?: unknown }).usr);
      await waitUntilStill(page);
      await expect(sheet).toBeVisible();
      await page.goBack();
      await expect(sheet).toBeHidden();
      await ann.expectMenu();
    });

    // CU8, CP8, CD2, CB8
    test('login: a protected page asks for it over the previous page; skipped, closed, and done', async ({
      take,
    }) => {
      const ann = await take(options);
      const { page } = ann;
      const { t, like } = ann.words;
      const resendIn = new RegExp(t('account:login.resendIn', { seconds: String.raw`\d+` }));
      const openProfile = () => ann.link(t('member:account.profile')).click();
      await ann.sit(4);
      await ann.openAccount();
      await openProfile();
      const login = ann.loginPopup;
      await expect(login).toBeVisible();
      // The account page stays below the popup.
      await expect(page).toHaveURL(/\/account$/);
      const terms = login.getByRole('link', { name: like(t('account:login.terms')) });
      await expect(terms).toHaveAttribute('target', '_blank');
      await ann.part(ann.screen.close, login).click();
      await expect(login).toBeHidden();
      await ann.link(t('member:account.coupons')).click();
      await expect(login).toBeVisible();
      await login.getByRole('button', { name: t('account:login.skip') }).click();
      await ann.expectMenu();

      await ann.openAccount();
      await openProfile();
      const { phoneField, getCode, codeField } = ann.screen;
      await ann.part(phoneField, login).fill(createPhoneNumber(1));
      await ann.part(getCode, login).click();
      await expect(login.getByRole('button', { name: resendIn })).toBeVisible();
      await page.reload();
      await openProfile();
      await expect(login.getByRole('button', { name: resendIn })).toBeVisible();
      await ann.part(phoneField, login).fill(createPhoneNumber(1));
      await page.route(/\/Profile-[^/]*\.js$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      });
      await ann.part(codeField, login).fill(await ann.codeFor(createPhoneNumber(1).replaceAll('-', '')));
      await expect(login).toBeHidden();
      // A slow page still opens, even if a popup asks for something meanwhile.
      await expect(page).toHaveURL(/\/account\/profile$/);
      await expect(page.getByLabel(t('member:form.phone'))).toHaveValue(`+1 ${createPhoneNumber(1)}`);
    });

    // CU9, CP5, CP9, CN3, CB9
    test(
      'a first visit by a deep link to a protected page goes through the login page and returns',
      atLength,
      async ({ take }) => {
        const ann = await take(options);
        // On a slow phone other popups want to open during the login.
        const slow = await ann.context.newCDPSession(ann.page);
        await slow.send('Emulation.setCPUThrottlingRate', { rate: 8 });
        await ann.open('/merchant/1001/coupon-available');
        await expect(ann.heading(ann.words.t('account:login.title'), 'exact')).toBeVisible();
        await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await expect(ann.page).toHaveURL(/\/merchant\/1001\/login$/);
        await ann.fillLoginOnPage(createPhoneNumber(2));
        await ann.completeLater();
        await expect(ann.page).toHaveURL(/\/coupon-available$/);
        await expect(ann.heading(ann.words.t('member:coupons.title'))).toBeVisible();
        await expect(ann.page.getByRole('listitem').first()).toBeVisible();
      },
    );

    // CD3, CB9
    test(
      'become a member: validated in order, the wheels start at today, and the language is used',
      atLength,
      async ({ take, server }) => {
        const ann = await take(options);
        const { page } = ann;
        const { t, like } = ann.words;
        await ann.open('/merchant/1001/login');
        await ann.fillLoginOnPage(createPhoneNumber(3));
        const become = ann.becomePopup;
        await expect(become).toBeVisible();
        await expect(become.getByLabel(t('member:form.phone'))).toHaveValue(`+1 ${createPhoneNumber(3)}`);
        await expect(become.getByLabel(t('member:form.phone'))).not.toBeEditable();
        const submit = become.getByRole('button', { name: t('member:become.submit') });
        await submit.click();
        await expect(become.getByText(t('member:form.problems.name')).first()).toBeVisible();
        await become.getByLabel(t('member:form.firstName')).fill('Ann');
        await become.getByLabel(t('member:form.lastName')).fill('Lin');
        await submit.click();
        await expect(become.getByText(t('member:form.problems.birthday'))).toBeVisible();
        await become.getByRole('button', { name: like(t('member:form.noBirthday')) }).click();
        const wheels = ann.dialog(t('member:form.birthday'));
        const written = new Intl.DateTimeFormat(ann.words.language, { month: 'long', day: 'numeric' });
        const today = written.format(new Date());
        await wheels.getByRole('button', { name: t('member:form.choose', { day: today }) }).click();
        await expect(become.getByRole('button', { name: like(today) })).toBeVisible();
        await submit.click();
        await expect(become.getByText(t('member:form.problems.mail'))).toBeVisible();
        await become.getByLabel(t('member:form.mail')).fill('ann@example.com');
        const other = options.language === 'en-US' ? ('zh-TW' as const) : ('en-US' as const);
        await become.getByRole('radio', { name: nameLanguage(other) }).check();
        await submit.click();
        await expect(become).toBeHidden();
        const theirs = await loadWords(other);
        await expect(page).toHaveURL(new RegExp(`\\d${theirs.prefix}/merchant/`));
        // A reload does not ask again.
        await page.reload();
        await page.goto(`${server.url}${theirs.prefix}/merchant/1001/account`);
        await expect(page.getByText('Ann Lin')).toBeVisible();
        await expect(ann.dialog(theirs.t('member:become.title'))).toBeHidden();
      },
    );

    // CU8, CD7, CB10, CV9
    test('name: asked before the first dish; if closed, nothing is added', async ({ take }) => {
      const ann = await take(options);
      await ann.sit(8);
      await expectCloses(ann, ann.namePopup, async () => {
        await expect(ann.cartBar()).toBeHidden();
        await ann.expectMenu();
        await ann.addPlain('Soy-Braised Eggs');
      });
      await expect(ann.cartBar()).toBeHidden();
      await ann.addAs('Ann', 'Soy-Braised Eggs');
      await expect(ann.cartBar(1)).toBeVisible();
    });

    // CD4, CB17, CB18, CB22, CB23, CG6
    test(
      'inactive order: the app asks about a cart that was left long ago; one phone answers for the table',
      atLength,
      async ({ take }) => {
        const ann = await take(options);
        const { t } = ann.words;
        await ann.sit(9);
        await ann.addAs('Ann', 'Soy-Braised Eggs');
        await expect(ann.cartBar(1)).toBeVisible();
        await ann.page.getByText(t('cart:waitingShort', { count: 1 })).waitFor({ state: 'hidden' });
        const mei = await take(options);
        await mei.join(9);
        const phones = [ann, mei];
        const ask = (phone: DinerPhone) => phone.alert(t('table:inactive.title'));
        for (const { page } of phones) await leaveCartAlone(page);
        const reloadBoth = async () => {
          for (const phone of phones) {
            // The phone is in the table's group after the acknowledgement.
            const joined = phone.page
              .waitForEvent('websocket')
              .then((socket) =>
                socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ack"')),
              );
            await phone.page.reload();
            await expect(ask(phone)).toBeVisible();
            await joined;
          }
        };

        await reloadBoth();
        await ann.page.keyboard.press('Escape');
        await expect(ask(ann)).toBeVisible();
        await ann.button(t('table:inactive.continue')).click();
        for (const phone of phones) {
          await expect(ask(phone)).toBeHidden();
          await expect(phone.cartBar(1)).toBeVisible();
        }

        await reloadBoth();
        // A foreign server may still answer the old number of guests.
        await ann.page.route('**/api/shoppingCart/guests', (route) =>
          route.fulfill({ json: { success: true, code: 0, msg: '', data: 2 } }),
        );
        await mei.button(t('table:inactive.restart')).click();
        for (const phone of phones) {
          await expect(ask(phone)).toBeHidden();
          await expect(phone.cartBar()).toBeHidden();
        }
        // The diner who restarted stays at the menu. The others choose the guests again.
        await expect(ann.page).toHaveURL(/select-guests$/);
        await expect(mei.toast(t('table:guests.invalid'))).toBeVisible();
        await expect(mei.page).toHaveURL(/\/order$/);
        await expect(ann.page).toHaveURL(/select-guests$/);
        for (const { page } of phones) await page.unrouteAll({ behavior: 'ignoreErrors' });
      },
    );
  });
