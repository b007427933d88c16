import { expect, type Locator } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { StaffScreen } from './support/screen/staff-screen.ts';
import { test } from './support/test.ts';
import { desk, looks, oneLook } from './support/words.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

const roll = { 'en-US': 'Scallion Pancake Roll', 'zh-TW': '蔥油餅捲' };
const picture = 'demo/pictures/agedashi-tofu@2x.webp';

for (const [look, options] of oneLook('zh-dark'))
  // CX23, CX24, CX25
  test(`an owner puts a dish on the menu, changes its price, takes that back, and it is sold out (${look})`, async ({
    take,
    server,
  }) => {
    const other = looks[look === 'en-light' ? 'zh-dark' : 'en-light'];
    const office = new StaffScreen(await take({ ...options, ...desk }), server);
    const ann = await take(other);
    const { page, t } = office;
    const main = page.getByRole('main');
    const sheet = page.getByRole('dialog');
    const button = (name: string, within: Locator = main) => office.button(name, within);
    /** The boxes of a text in both languages, by what it is. */
    const texts = (label: string) => {
      const group = main.getByRole('group', { name: label, exact: true });
      return {
        english: group.getByLabel(t('ownerMenu:languages.en-US'), { exact: true }),
        chinese: group.getByLabel(t('ownerMenu:languages.zh-TW'), { exact: true }),
      };
    };
    const price = main.getByLabel(t('ownerMenu:dish.price', { currency: 'USD' }));
    const saved = main.getByText(t('ownerMenu:saving.saved'));
    const publish = async () => {
      await expect(saved).toBeVisible();
      await button(t('ownerMenu:publish.open', { count: 1 })).click();
      await button(t('ownerMenu:publish.now'), sheet).click();
      await expect(button(t('ownerMenu:publish.nothing'))).toBeDisabled();
    };
    const onPhone = ann.page.locator('[data-dish]').filter({ hasText: roll[other.language] });

    await test.step('a new dish says what is missing, and its price is typed as people type', async () => {
      const sit = async () => {
        await ann.logInOnPage('415-555-8810');
        await ann.sit(1);
      };
      await Promise.all([office.logIn('Wei', password), sit()]);
      await page.getByRole('link', { name: t('staff:owner') }).click();
      await page.getByRole('link', { name: t('owner:pages.menu'), exact: true }).click();
      await button(t('ownerMenu:list.addDish')).first().click();
      const name = texts(t('ownerMenu:dish.name'));
      await expect(name.english, 'it is there to be named').toBeFocused();
      await name.english.fill(roll['en-US']);
      await price.fill('6,5');
      await button(t('ownerMenu:publish.mistakes', { count: 1 })).click();
      await expect(name.chinese, 'the first that is wrong').toBeFocused();
      await expect(name.chinese).toHaveAttribute('aria-invalid', 'true');
      await name.chinese.fill(roll['zh-TW']);
      await expect(price).toHaveValue('6.50');
    });

    await test.step('with a choice and a picture from a file, as the phone shows it', async () => {
      await button(t('ownerMenu:options.add')).click();
      const choice = texts(t('ownerMenu:options.name'));
      await choice.english.fill('Filling');
      await choice.chinese.fill('餡料');
      const option = (language: 'en-US' | 'zh-TW') =>
        main.getByPlaceholder(t(`ownerMenu:languages.${language}`));
      await option('en-US').fill('Beef');
      await option('zh-TW').fill('牛肉');
      await main.locator('input[type=file]').setInputFiles(picture);
      await button(t('ownerMenu:picture.take'), sheet).click();
      await expect(sheet).toBeHidden();
      const phone = main.getByRole('complementary');
      await expect(phone.getByText('牛肉')).toBeVisible();
      await expect.poll(() => phone.locator('img').first().evaluate(naturalWidth)).toBeGreaterThan(0);
      await expectSound(page);
      await expect(onPhone, 'nobody sees it yet').toHaveCount(0);
    });

    await test.step('published, it is on a diner’s menu, and is ordered', async () => {
      await publish();
      await expect(onPhone).toBeVisible();
      await expect.poll(() => onPhone.locator('img').evaluate(naturalWidth)).toBeGreaterThan(0);
      await onPhone.getByRole('button').last().click();
      await ann.chooseRequired(ann.dialog(roll[other.language]));
      await ann.part(ann.screen.addFromSheet).click();
      await ann.giveName('Ann');
      await ann.openReview();
      await ann.placeOrder.click();
      await ann.expectOrdered();
      await ann.link(ann.words.t('order:detail.addMore')).click();
    });

    await test.step('its price goes up, is taken back with the keyboard, goes up and live, and is taken back again', async () => {
      await price.fill('7');
      await price.press('ControlOrMeta+z');
      await expect(price).toHaveValue('6.50');
      await expect(button(t('ownerMenu:publish.nothing'))).toBeDisabled();
      await price.press('ControlOrMeta+Shift+z');
      await publish();
      await expect(onPhone).toContainText('7.00');
      await button(t('ownerMenu:history.open')).click();
      await expect(button(t('ownerMenu:history.takeBack')).first()).toBeVisible();
      await expectSound(page);
      await button(t('ownerMenu:history.takeBack')).first().click();
      await expect(onPhone).toContainText('6.50');
    });

    await test.step('sold out until tomorrow, every phone hears of it at once', async () => {
      await button(t('ownerMenu:list.back')).click();
      await main.getByRole('button', { name: office.like(roll[options.language]) }).click();
      const tomorrow = main.getByRole('radio', { name: t('ownerMenu:today.tomorrow') });
      await tomorrow.check();
      await expect(onPhone).toContainText(ann.words.t('menu:soldOut'));
      await expect(tomorrow).toBeChecked();
      await expectSound(page);
    });
  });

function naturalWidth(image: Element): number {
  return image instanceof HTMLImageElement ? image.naturalWidth : 0;
}
