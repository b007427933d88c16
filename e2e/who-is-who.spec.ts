import { expect } from '@playwright/test';
import { StaffScreen } from './support/screen/staff-screen.ts';
import { test } from './support/test.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

// O4, D8, CX8
test('who logs in keeps name and colour and is one diner on every screen; a new name is everywhere at once', async ({
  take,
  takeTwo,
  server,
}) => {
  const [ann, mei] = await takeTwo(2);
  const { t, like } = ann.words;
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await mei.addAs('Mei', 'Smashed Cucumber');
  await expect(mei.cartBar(2)).toBeVisible();
  const people = mei.table.getByRole('region', { name: t('together:people') }).getByRole('listitem');
  const colours = async () => {
    await mei.openTable();
    await expect(people).toHaveCount(2);
    const avatarOf = (initial: string) =>
      people
        .getByText(initial, { exact: true })
        .evaluate((avatar) => getComputedStyle(avatar).backgroundColor);
    const found = [await avatarOf('A'), await avatarOf('M')];
    await mei.closeTable();
    return found;
  };
  const before = await colours();
  await ann.openAccount();
  await ann.button(t('member:account.logIn')).click();
  await ann.logIn('415-555-5021');
  await ann.button(t('common:back')).click();
  await expect(ann.cartBar(2)).toBeVisible();
  expect(await colours(), 'on the other phone').toEqual(before);
  await ann.openCart();
  await expect(ann.linesOf('Ann')).toBeVisible();
  const own = ann.linesOf('Ann').getByText('A', { exact: true });
  expect(await own.evaluate((avatar) => getComputedStyle(avatar).backgroundColor), 'on the own one').toBe(
    before[0],
  );
  await ann.closeCart();

  await ann.goTo('/merchant/1001/account/profile');
  const { page } = ann;
  await page.getByLabel(t('member:form.firstName')).fill('Zoe');
  await page.getByLabel(t('member:form.lastName')).fill('Lin');
  await page.getByRole('button', { name: like(t('member:form.noBirthday')) }).click();
  await ann
    .dialog(t('member:form.birthday'))
    .getByRole('button', { name: like(t('member:form.choose', { day: '' }).trim()) })
    .click();
  await page.getByLabel(t('member:form.mail')).fill('zoe@example.com');
  await ann.button(t('member:profile.save')).click();
  await expect(ann.toast(t('member:profile.saved'))).toBeVisible();
  await mei.openCart();
  await expect(mei.linesOf('Zoe'), 'in the cart').toBeVisible();
  await mei.closeCart();
  await mei.openTable();
  await expect(mei.table.getByText(/Zoe added 1/), 'in the feed').toBeVisible();
  await expect(mei.table.getByText(/Ann/)).toHaveCount(0);
  const staff = new StaffScreen(await take(), server);
  await staff.logIn('Wei', password);
  await staff.show('tables');
  await expect(staff.tile('2')).toContainText(/Zoe, Mei ·|Mei, Zoe ·/);
});
