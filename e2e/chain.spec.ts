import { expect } from '@playwright/test';
import { makeBranchCode } from '#contract/calls/chain.ts';
import { staffLogin } from '#contract/calls/staff.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { staffPassword } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// CX92, CX93, CX94
test(
  'an owner adds a branch, gives it the menu, opens it without a password and sets a price there',
  atLength,
  async ({ takeStaff, server }) => {
    const staff = await takeStaff('Ada', looks['zh-dark']);
    const { page, t } = staff;
    const post = async (path: string, data: object, cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie };
      return await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(data) });
    };
    const login = await post(staffLogin.path, { merchantId: '1002', password: staffPassword, name: 'Ben' });
    const cookie = login.headers.getSetCookie().map((each) => each.split(';', 1)[0]).join('; '); // prettier-ignore
    const made = (await (await post(makeBranchCode.path, {}, cookie)).json()) as { data: { code: string } };
    const heading = page.getByRole('heading', { level: 1 });
    const headsName = (await heading.textContent())!;

    await test.step('the code makes the other restaurant a branch, which gets the menu', async () => {
      await staff.openOwners('chain');
      await page.getByLabel(t('chain:branches.code')).fill(made.data.code);
      await staff.button(t('chain:branches.add')).click();
      await page.getByRole('switch', { name: t('chain:branches.shares') }).click();
      await staff.button(t('chain:branches.shareYes')).click();
      await expect(page.getByRole('switch', { name: t('chain:branches.shares') })).toBeChecked();
      await expectSound(page, 'branches');
    });

    await test.step('the sales of both, and their sum', async () => {
      await staff.link(t('chain:parts.sales')).click();
      await expect(page.getByText(t('chain:sales.all', { count: 2 }))).toBeVisible();
      await expectSound(page, 'sales');
    });

    await test.step('a tap on the name opens the branch, where a dish gets another price', async () => {
      await heading.getByRole('button').click();
      await page.getByRole('dialog').getByRole('listitem').nth(1).getByRole('button').click();
      await expect(heading).not.toHaveText(headsName);
      await staff.openOwners('menu');
      await expect(page.getByText(t('chain:menu.text', { name: headsName }))).toBeVisible();
      const dish = staff.named('Braised Beef Noodle Soup');
      await staff.button(t('chain:menu.changeOf', { name: dish })).click();
      await page.getByLabel(t('chain:menu.price'), { exact: true }).fill('19.5');
      await staff.button(t('chain:menu.save')).click();
      await expect(page.getByText('$19.50')).toBeVisible();
      await expectSound(page, 'local prices');
    });

    await test.step('the other restaurant keeps its price', async () => {
      const menu = await server.fetchMenu();
      const dishes = menu.categories.flatMap(({ products }) => products);
      expect(dishes.find(({ name }) => name === 'Braised Beef Noodle Soup')?.price).not.toBe('19.50');
    });
  },
);
