import { nameLanguage } from '#ui/i18n/language-name.ts';
import { expect, type Locator } from '@playwright/test';
import { setSoldOut } from '#contract/calls/staff.ts';
import { negotiate } from '#contract/calls/table.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { hold } from './support/answers.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { desk, looks, listLooks } from './support/words.ts';

const roll = { 'en-US': 'Scallion Pancake Roll', 'zh-TW': '蔥油餅捲' };
const filling = { 'en-US': 'Filling', 'zh-TW': '餡料' };
const beef = { 'en-US': 'Beef', 'zh-TW': '牛肉' };
const picture = 'demo/pictures/agedashi-tofu@2x.webp';

const getNaturalWidth = (image: Element) => (image instanceof HTMLImageElement ? image.naturalWidth : 0);

for (const [look, { language, ...options }] of listLooks('zh-dark'))
  // CX23, CX24, CX25
  test(`an owner adds a dish to the menu, changes its price, undoes that, and the dish sells out (${look})`, async ({
    take,
    takeStaff,
  }) => {
    const other = looks[look === 'en-light' ? 'zh-dark' : 'en-light'];
    const office = await takeStaff('Wei', { language, ...options, ...desk });
    const ann = await take(other);
    await office.openOwners('menu');
    const { page, t } = office;
    const main = page.getByRole('main');
    const sheet = page.getByRole('dialog');
    const findButton = (name: string, within: Locator = main) => office.button(name, within);
    /** The fields of a text in both languages, by its label. */
    const findTextFields = (label: string) => {
      const group = main.getByRole('group', { name: label, exact: true });
      return {
        english: group.getByLabel(nameLanguage('en-US', language), { exact: true }),
        chinese: group.getByLabel(nameLanguage('zh-TW', language), { exact: true }),
      };
    };
    const price = main.getByLabel(t('ownerMenu:dish.price', { currency: 'USD' }));
    const saved = main.getByText(t('ownerMenu:saving.saved'));
    const publish = async () => {
      await expect(saved).toBeVisible();
      await findButton(t('ownerMenu:publish.open', { count: 1 })).click();
      await findButton(t('ownerMenu:publish.now'), sheet).click();
      await expect(findButton(t('ownerMenu:publish.nothing'))).toBeDisabled();
    };
    const onPhone = ann.page.locator('[data-dish]').filter({ hasText: roll[other.language] });

    await test.step('a new dish says what is missing, and accepts a price in any usual spelling', async () => {
      await ann.logInOnPage('415-555-8810');
      await ann.sit(1);
      await findButton(t('ownerMenu:list.addDish')).first().click();
      const name = findTextFields(t('ownerMenu:dish.name'));
      await expect(name.english, 'it is there to be named').toBeFocused();
      await price.fill('6,5');
      await findButton(t('ownerMenu:publish.mistakes', { count: 1 })).click();
      await expect(name.english, 'the first that is wrong').toBeFocused();
      await expect(name.english).toHaveAttribute('aria-invalid', 'true');
      await name.english.fill(roll['en-US']);
      await name.chinese.fill(roll['zh-TW']);
      await expect(price).toHaveValue('6.50');
      const suggested = office.named('Smashed Cucumber');
      await main.getByLabel(t('ownerMenu:dish.addGoesWith')).selectOption(suggested);
      await expect(main.getByRole('checkbox', { name: suggested })).toBeChecked();
    });

    await test.step('with a choice and a picture from a file, like on the phone', async () => {
      await findButton(t('ownerMenu:options.add')).click();
      const choice = findTextFields(t('ownerMenu:options.name'));
      await choice.english.fill(filling['en-US']);
      await choice.chinese.fill(filling['zh-TW']);
      const findOption = (each: LanguageCode) => main.getByPlaceholder(nameLanguage(each, language));
      await main
        .getByRole('button', { name: office.like(filling[language]) })
        .first()
        .click();
      await expect(findOption('zh-TW')).toBeHidden();
      await findButton(t('ownerMenu:publish.mistakes', { count: 1 })).click();
      await expect(findOption('en-US'), 'where it is wrong opens').toBeFocused();
      await findOption('en-US').fill(beef['en-US']);
      await findOption('zh-TW').fill(beef['zh-TW']);
      await main
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('none') });
      await expect(main.getByRole('alert')).toHaveText(t('ownerMenu:picture.heic'));
      await main.locator('input[type=file]').setInputFiles(picture);
      await findButton(t('ownerMenu:picture.take'), sheet).click();
      await expect(sheet).toBeHidden();
      const phone = main.getByRole('complementary');
      await expect(phone.getByText(beef[language])).toBeVisible();
      await expect.poll(() => phone.locator('img').first().evaluate(getNaturalWidth)).toBeGreaterThan(0);
      await expectSound(page);
      await expect(onPhone, 'guests do not see it yet').toHaveCount(0);
    });

    await test.step('published, it is on a diner’s menu, and is ordered', async () => {
      await publish();
      await expect(onPhone).toBeVisible();
      await expect.poll(() => onPhone.locator('img').evaluate(getNaturalWidth)).toBeGreaterThan(0);
      // A phone loads the suggestions once, so a reload is needed.
      await ann.page.reload();
      await onPhone.getByRole('button').last().click();
      const dish = ann.dialog(roll[other.language]);
      await expect(dish.getByRole('region', { name: ann.words.t('dish:goesWith') })).toContainText(
        ann.words.translateDish('Smashed Cucumber'),
      );
      await ann.chooseRequired(dish);
      await ann.part(ann.screen.addFromSheet).click();
      await ann.giveName('Ann');
      await ann.order();
      await ann.link(ann.words.t('order:detail.addMore')).click();
    });

    await test.step('its price is raised, undone with the keyboard, raised and published, and undone again', async () => {
      await price.fill('7');
      const history = findButton(t('ownerMenu:history.open'));
      await history.press('ControlOrMeta+z');
      await expect(price).toHaveValue('6.50');
      await expect(findButton(t('ownerMenu:publish.nothing'))).toBeDisabled();
      await history.press('ControlOrMeta+Shift+z');
      await publish();
      await expect(onPhone).toContainText('7.00');
      await history.click();
      await expect(findButton(t('ownerMenu:history.takeBack')).first()).toBeVisible();
      await expectSound(page);
      await findButton(t('ownerMenu:history.takeBack')).first().click();
      await expect(onPhone).toContainText('6.50');
    });

    await test.step('its section is served later: the menu says when, also on the phone; overlapping hours are reported at the field', async () => {
      await findButton(t('ownerMenu:list.back')).click();
      await main.locator('[aria-keyshortcuts^="Alt"]').first().click();
      const formatLater = (hours: number) =>
        page.evaluate((ms) => new Date(Date.now() + ms).toTimeString().slice(0, 5), hours * 3_600_000);
      const [from, to] = [await formatLater(2), await formatLater(3)];
      const findSpan = (number: number) =>
        main.getByRole('group', { name: t('ownerMenu:hours.span', { number }) });
      const [begin, end] = [t('ownerMenu:hours.from'), t('ownerMenu:hours.to')];
      await findButton(t('ownerMenu:hours.add')).click();
      await findSpan(1).getByLabel(begin).fill(from);
      await findSpan(1).getByLabel(end).fill(to);
      await findButton(t('ownerMenu:hours.add')).click();
      await findSpan(2).getByLabel(begin).fill(from);
      await expect(main.getByText(t('ownerMenu:mistake.hoursCross'))).toBeVisible();
      for (const day of await findSpan(2).getByRole('checkbox').all()) await day.press('Space');
      await expect(findSpan(2).getByRole('alert')).toBeVisible();
      await expectSound(page);
      await findButton(t('ownerMenu:hours.remove', { number: 2 })).click();
      const sections = ann.page.locator('main section h2');
      const before = await sections.allTextContents();
      await publish();
      const clock = new Intl.DateTimeFormat(other.language, {
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'UTC',
      });
      const format = (time: string) => clock.format(new Date(`2026-01-01T${time}Z`));
      await expect(onPhone).toContainText(ann.words.t('menu:served', { from: format(from), to: format(to) }));
      expect(await sections.allTextContents(), 'nothing moves under a finger').toEqual(before);
      await ann.page.reload();
      await expect(sections.last()).toHaveText(before[0]!);
    });

    await test.step('sold out until tomorrow: every phone is notified at once', async () => {
      await main.getByRole('button', { name: office.like(roll[language]) }).click();
      const tomorrow = main.getByRole('radio', { name: t('ownerMenu:today.tomorrow') });
      await tomorrow.check();
      await expect(onPhone).toContainText(ann.words.t('menu:soldOut'));
      await expect(tomorrow).toBeChecked();
      await expectSound(page);
      const connect = await hold(ann.page, `**${negotiate.path}*`);
      await ann.page.reload();
      await expect(onPhone).toContainText(ann.words.t('menu:soldOut'));
      const answer = page.waitForResponse(`**${setSoldOut.path}`);
      await main.getByRole('radio', { name: t('ownerMenu:today.onSale') }).check();
      await answer;
      await connect();
      await expect(onPhone, 'it missed the message').not.toContainText(ann.words.t('menu:soldOut'));
    });
  });
