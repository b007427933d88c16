import type { Localized } from '#contract/menu-file/localized.ts';
import { nameLanguage } from '#ui/i18n/language-name.ts';
/** The owner's pages with the keyboard only, and axe's rules on each of them. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { LanguageCode } from '#contract/http/headers.ts';
import { Keyboard } from './support/keyboard.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

const dishes = {
  beef: { 'en-US': 'Beef noodle soup', 'zh-TW': '紅燒牛肉麵' },
  thick: { 'en-US': 'Thick noodles', 'zh-TW': '寬麵' },
  thin: { 'en-US': 'Thin noodles', 'zh-TW': '細麵' },
} as const;

const walks = {
  'at a desk, in English and light': { ...looks['en-light'], ...desk },
  'on a phone with a keyboard, in Chinese and dark': looks['zh-dark'],
} as const;

test.use({ environment: { DEMO_RESTAURANTS: 'off', DEMO_INBOX: 'on', STAFF_PASSWORD: '' } });

for (const [name, options] of Object.entries(walks))
  // CX23, CX24, CX25, CX27, CX28, CX35
  test(
    `from an empty server to a printed sheet by the keyboard alone: ${name}`,
    atLength,
    async ({ take, server }) => {
      const { page, words } = await take(options);
      const { t, prefix, language } = words;
      const keys = new Keyboard(page);
      // With a listener, the browser does not open its own file dialog.
      page.on('filechooser', () => undefined);
      const isWide = 'viewport' in options;
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      const findButton = (label: string, within = main) =>
        within.getByRole('button', { name: label, exact: true });
      const link = (label: string) => page.getByRole('link', { name: label, exact: true });
      const focused = page.locator(':focus');
      const findTextField = (label: string, code: LanguageCode) =>
        main
          .getByRole('group', { name: label, exact: true })
          .getByLabel(nameLanguage(code, language), { exact: true });
      const look = (stop: string) => expectSound(page, stop);
      const saved = main.getByText(t('ownerMenu:saving.saved'));

      await test.step('set up: Enter sends the form, and the next field has the focus', async () => {
        const [, path] = /http:\/\/localhost:\d+(\/staff\/set-up#[\w-]+)/.exec(server.printed())!;
        await page.goto(`${server.url}${prefix}${path}`);
        await expect(page.getByLabel(t('setUp:name'), { exact: true })).toBeVisible();
        await keys.fill(page.getByLabel(t('setUp:name'), { exact: true }), '街角麵館');
        // Taiwan's form knows the tax.
        if (isWide) await keys.fill(page.getByLabel(t('setUp:tax')), '5');
        else await expect(page.getByText(t('setUp:rules.TW'))).toBeVisible();
        await keys.fill(page.getByLabel(t('setUp:person')), '淑芬');
        await keys.fill(page.getByLabel(t('setUp:pin')), '280594');
        await look('set-up');
        await keys.fill(page.getByLabel(t('setUp:tableCount')), '3');
        await keys.press('Enter');
        await expect(page.getByRole('heading', { name: '街角麵館' })).toBeFocused();
        await look('set-up-done');
        await keys.activate(link(t('setUp:done.menu')));
      });

      await test.step('a new section and a new dish can be named', async () => {
        await expect(findButton(t('ownerMenu:list.addSection'))).toBeVisible();
        await look('menu-empty');
        await keys.activate(findButton(t('ownerMenu:list.addSection')));
        await expect(findTextField(t('ownerMenu:section.name'), 'en-US')).toBeFocused();
        await keys.type('Noodles');
        await keys.fill(findTextField(t('ownerMenu:section.name'), 'zh-TW'), '麵食');
        await keys.activate(
          findButton(t('ownerMenu:list.addDish'))
            .and(main.locator('section section button, section button'))
            .last(),
        );
        await expect(findTextField(t('ownerMenu:dish.name'), 'en-US')).toBeFocused();
        await keys.type(dishes.beef['en-US']);
        await keys.fill(findTextField(t('ownerMenu:dish.name'), 'zh-TW'), dishes.beef['zh-TW']);
        await keys.fill(
          main.getByLabel(t('ownerMenu:dish.price', { currency: isWide ? 'USD' : 'TWD' })),
          '180',
        );
      });

      await test.step('a picture from a file, cropped with the arrow keys', async () => {
        const choosing = page.waitForEvent('filechooser');
        await keys.activate(findButton(t('ownerMenu:picture.choose')));
        await (await choosing).setFiles('demo/pictures/agedashi-tofu@2x.webp');
        await expect(dialog).toBeVisible();
        await expect(dialog.locator('canvas')).toBeFocused();
        await keys.press('ArrowRight', 'ArrowDown');
        await look('picture');
        await keys.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(findButton(t('ownerMenu:picture.choose'))).toBeFocused();
        const again = page.waitForEvent('filechooser');
        await keys.press('Enter');
        await (await again).setFiles('demo/pictures/agedashi-tofu@2x.webp');
        await keys.activate(findButton(t('ownerMenu:picture.take'), dialog));
        await expect(dialog).toBeHidden();
        await expect(findButton(t('ownerMenu:picture.another'))).toBeFocused();
      });

      await test.step('a choice with options: a new option has the focus, and after a removal so has the next', async () => {
        await keys.activate(findButton(t('ownerMenu:options.add')));
        await expect(findTextField(t('ownerMenu:options.name'), 'en-US')).toBeFocused();
        await keys.type('Noodles');
        await keys.fill(findTextField(t('ownerMenu:options.name'), 'zh-TW'), '麵條');
        const findOption = (code: LanguageCode) => main.getByPlaceholder(nameLanguage(code, language));
        await keys.fill(findOption('en-US').first(), dishes.thick['en-US']);
        await keys.fill(findOption('zh-TW').first(), dishes.thick['zh-TW']);
        for (const at of [1, 2]) {
          await keys.activate(findButton(t('ownerMenu:options.addOption')));
          await expect(findOption('en-US').nth(at)).toBeFocused();
          await keys.type(`${dishes.thin['en-US']}${at === 2 ? ' 2' : ''}`);
          await keys.fill(findOption('zh-TW').nth(at), `${dishes.thin['zh-TW']}${at === 2 ? '二' : ''}`);
        }
        const last = `${(dishes.thin as Localized)[language]}${isWide ? ' 2' : '二'}`;
        const up = findButton(t('ownerMenu:moveUp', { name: last }));
        await keys.activate(up);
        await expect(up, 'it moved with its line').toBeFocused();
        await keys.press('Enter', 'Enter');
        await expect(up, 'no further').toBeFocused();
        await keys.activate(findButton(t('ownerMenu:remove', { name: last })));
        await expect(findOption('en-US'), 'the name in its place').toHaveCount(2);
        await expect(findOption('en-US').first()).toBeFocused();
        await look('dish');
      });

      await test.step('Control and Enter publish while typing; Escape closes, and no text is lost', async () => {
        await expect(saved).toBeVisible();
        await keys.press('Control+Enter');
        await expect(dialog).toBeVisible();
        await keys.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(main.getByPlaceholder(nameLanguage('en-US', language)).first()).toBeFocused();
        await keys.press('Control+Enter');
        await look('publish');
        await keys.activate(findButton(t('ownerMenu:publish.now'), dialog));
        await expect(dialog).toBeHidden();
        await keys.expectFocus();
        await expect(main.getByPlaceholder(nameLanguage('en-US', language)).first()).toBeFocused();
        await keys.press('Escape');
        await expect(focused, 'back in the list').toHaveAttribute('aria-keyshortcuts', /Alt/);
        await keys.press('Enter');
        await expect(
          main.getByRole('heading', { name: (dishes.beef as Localized)[language] ?? '' }).first(),
          'the page that it opens',
        ).toBeFocused();
        await keys.press('Escape');
      });

      await test.step('the history of the menu', async () => {
        await keys.activate(findButton(t('ownerMenu:history.open')), 'Shift+Tab');
        await expect(findButton(t('ownerMenu:history.takeBack'))).toBeVisible();
        await look('menu-history');
      });

      await test.step('tables: added, named, saved with Enter, removed', async () => {
        await keys.activate(link(t('owner:pages.house')), 'Shift+Tab');
        await expect(link(t('house:parts.tables'))).toBeVisible();
        await look('house');
        await keys.activate(link(t('house:parts.tables')));
        const findNameField = (place: number) =>
          main.getByLabel(t('house:tables.name', { place }), { exact: true });
        await expect(findNameField(3)).toBeVisible();
        await keys.activate(findButton(t('house:tables.add')));
        await expect(findNameField(4)).toBeFocused();
        await keys.type('露台');
        await keys.press('Enter');
        await expect(main.getByText(t('house:unsaved'))).toBeHidden();
        await expect(findNameField(4), 'where one was').toBeFocused();
        await keys.activate(findButton(t('house:tables.removeOf', { name: '1' })), 'Shift+Tab');
        await expect(findNameField(1), 'the name in its place').toBeFocused();
        await keys.press('Enter');
        await expect(dialog).toBeVisible();
        await look('tables-gone');
        await keys.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(findNameField(1)).toBeFocused();
        await keys.activate(findButton(t('house:save')));
        await keys.activate(findButton(t('house:tables.goneYes'), dialog));
        await expect(main.getByText(t('house:unsaved'))).toBeHidden();
        await keys.expectFocus();
        await look('tables');
      });

      await test.step('the printed sheet', async () => {
        const saving = page.waitForEvent('download');
        await keys.activate(findButton(t('house:paper.sheet')));
        const bytes = readFileSync(await (await saving).path());
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
        await expect(findButton(t('house:paper.sheet'))).toBeFocused();
      });

      await test.step('a coupon: a mistake at its field, then given', async () => {
        await keys.activate(link(t('house:parts.coupons')), 'Shift+Tab');
        await keys.activate(findButton(t('house:coupons.add')));
        const findField = (label: string, code: LanguageCode) =>
          main.getByLabel(t('house:inLanguage', { field: label, language: nameLanguage(code, language) }));
        await expect(findField(t('house:coupons.name'), 'en-US')).toBeFocused();
        await keys.type('Lunch: 10% off');
        await keys.fill(findField(t('house:coupons.name'), 'zh-TW'), '午餐九折');
        const discount = main.getByLabel(t('house:coupons.discount'), { exact: true });
        await keys.fill(discount, 'ten');
        await keys.press('Enter');
        await expect(discount, 'the mistake').toBeFocused();
        await expect(main.getByRole('alert').first()).toBeVisible();
        await look('coupons');
        for (const leave of [
          () => keys.activate(link(t('house:parts.people')), 'Shift+Tab'),
          () => page.goBack(),
        ]) {
          await leave();
          await keys.activate(findButton(t('owner:leave.stay'), dialog));
          await expect(discount, 'nothing is lost').toHaveValue('ten');
        }
        await discount.focus();
        await keys.type('10%');
        await keys.press('Enter');
        await expect(main.getByText(t('house:unsaved'))).toBeHidden();
        await keys.expectFocus();
      });

      await test.step('a new person with a PIN', async () => {
        await keys.activate(link(t('house:parts.people')), 'Shift+Tab');
        await keys.activate(findButton(t('house:people.add')));
        await keys.fill(dialog.getByLabel(t('house:people.name'), { exact: true }), '小溫');
        await keys.fill(dialog.getByLabel(t('house:people.pin')), '739104');
        await look('person');
        await keys.press('Enter');
        await expect(dialog).toBeHidden();
        await expect(findButton(t('house:people.add'))).toBeFocused();
        await look('people');
      });

      await test.step('the history of settings, and a table that is restored with its code', async () => {
        await keys.activate(link(t('house:parts.history')), 'Shift+Tab');
        const gone = t('house:history.went', { place: t('house:history.of.tables', { name: '1' }) });
        await expect(main.getByText(gone)).toBeVisible();
        await look('history');
        await keys.activate(
          main.getByRole('button', { name: t('house:history.takeBackOf', { lines: gone }) }),
        );
        await keys.press('Escape');
        await expect(dialog).toBeHidden();
        await keys.press('Enter');
        await keys.activate(findButton(t('house:history.takeBack'), dialog));
        const came = t('house:history.came', { place: t('house:history.of.tables', { name: '1' }) });
        await expect(main.getByText(came)).toBeVisible();
        await keys.expectFocus();
        await look('history-back');
      });

      for (const [other, words] of [
        ['numbers', t('numbers:range.none')],
        ['till', t('till:addresses')],
      ] as const)
        await test.step(`the page ${other}`, async () => {
          await keys.activate(link(t(`owner:pages.${other}`)), 'Shift+Tab');
          await expect(page).toHaveURL(new RegExp(`/staff/${other}`));
          await expect(main.getByText(words, { exact: true })).toBeVisible();
          await look(other);
        });

      await test.step('that person logs in with the PIN, and finds no owner’s pages', async () => {
        await keys.activate(link(t('owner:back')), 'Shift+Tab');
        await page.getByRole('button', { name: t('staff:logOut') }).press('Enter');
        await page.getByRole('button', { name: '小溫' }).press('Enter');
        const pin = page.getByLabel(t('staff:login.pin'));
        for (const [typed, message] of [
          ['000000', t('staff:login.wrongPin')],
          ['739104', t('staff:loggedIn', { name: '小溫' })],
        ] as const) {
          await pin.fill(typed);
          await keys.press('Enter');
          await expect(page.getByText(message)).toBeVisible();
          await look(message);
        }
        await expect(link(t('staff:owner'))).toBeHidden();
        await page.goto(`${server.url}${prefix}/staff/house`);
        await expect(page.getByText(t('owner:notYours'))).toBeVisible();
      });
    },
  );
