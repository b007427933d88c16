import { nameLanguage } from '#ui/i18n/language-name.ts';
import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks, listLooks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';
const cucumber = 'Smashed Cucumber';

for (const [look, { language, ...options }] of listLooks('en-light'))
  // CX27
  test(
    `an owner adds a tax and gives it to a dish; the diner's review names both taxes (${look})`,
    atLength,
    async ({ take, takeStaff }) => {
      const other = looks[look === 'en-light' ? 'zh-dark' : 'en-light'];
      const office = await takeStaff('Wei', { language, ...options, ...desk });
      const ann = await take(other);
      const { page, t } = office;
      const main = page.getByRole('main');
      const findLast = (label: string) => main.getByLabel(label, { exact: true }).last();
      const save = async () => await office.button(t('house:save'), main).click();

      await test.step('a rate above 100 is refused at its field', async () => {
        await office.openOwners('house');
        await office.button(t('house:taxes.add'), main).click();
        for (const [code, text] of [
          ['en-US', 'Liquor tax'],
          ['zh-TW', '酒稅'],
        ] as const)
          await findLast(
            t('house:inLanguage', { field: t('house:taxes.name'), language: nameLanguage(code, language) }),
          ).fill(text);
        const rate = findLast(t('house:taxes.rate'));
        await rate.fill('100.1');
        await main.getByRole('radio', { name: t('house:taxes.included') }).check();
        await save();
        await expect(rate).toBeFocused();
        await expect(main.getByText(t('house:wrong.taxRate'))).toBeVisible();
        await rate.fill('8,875');
        await save();
        await expect(main.getByText(t('house:unsaved'))).toBeHidden();
        await expect(rate).toHaveValue('8.875');
        await expectSound(page);
      });

      await test.step('a dish gets the tax', async () => {
        await office.link(t('owner:pages.menu')).click();
        await main
          .getByRole('button', { name: office.like(office.named(eggs)) })
          .first()
          .click();
        const tax = main.getByLabel(t('ownerMenu:dish.tax'), { exact: true });
        await tax.selectOption({ index: 2 });
        await expect(main.getByText(t('ownerMenu:saving.saved'))).toBeVisible();
        await office.button(t('ownerMenu:publish.open', { count: 1 }), main).click();
        await office.button(t('ownerMenu:publish.now'), page.getByRole('dialog')).click();
        await expect(office.button(t('ownerMenu:publish.nothing'), main)).toBeDisabled();
      });

      await test.step('the diner reads both taxes in the other language', async () => {
        const { words } = ann;
        await ann.logInOnPage('415-555-8820');
        await ann.sit(1);
        await ann.addAs('Ann', eggs);
        await ann.addPlain(cucumber);
        await ann.openReview();
        const [sales, liquor] =
          words.language === 'zh-TW' ? (['營業稅', '酒稅'] as const) : (['Sales tax', 'Liquor tax'] as const);
        for (const [name, rate] of [
          [sales, '5%'],
          [liquor, '8.875%'],
        ] as const) {
          const label = words.t('cart:preview.taxIncluded', { name, rate });
          await expect(ann.review.getByText(label, { exact: true })).toBeVisible();
        }
        await ann.placeOrder.click();
        await ann.expectOrdered();
      });

      await test.step('while that bill is open, another mode waits for the closing', async () => {
        await office.link(t('owner:pages.house')).click();
        await main.getByRole('radio', { name: t('house:taxes.onTop') }).check();
        await save();
        const question = page.getByRole('alertdialog');
        await expect(question.getByText(t('house:pending.askTitle', { count: 1 }))).toBeVisible();
        await office.button(t('house:pending.yes'), question).click();
        await expect(main.getByText(t('house:pending.title'), { exact: true })).toBeVisible();
        await expectSound(page);
        await office.button(t('house:pending.discard'), main).click();
        await expect(main.getByRole('radio', { name: t('house:taxes.included') })).toBeChecked();
      });
    },
  );
