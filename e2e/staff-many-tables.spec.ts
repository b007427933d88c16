import { expect } from '@playwright/test';
import { changeHouse, getHouse, type House } from '#contract/calls/house.ts';
import staffTexts from '#locales/en-US/staff.ts';
import { atLength, test } from './support/test.ts';
import { desk } from './support/words.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

// CX33
test('the floor of a restaurant of 300 tables shows them all', atLength, async ({ take, server }) => {
  const { page } = await take(desk);
  await page.goto(`${server.url}/staff`);
  await page.getByLabel(staffTexts.login.person).fill('Wei');
  await page.getByLabel(staffTexts.login.password).fill(password);
  await page.getByRole('button', { name: staffTexts.login.submit }).click();
  await expect(page.getByText(staffTexts.live)).toBeVisible();

  const house = server.url + getHouse.path;
  const { data } = (await (await page.request.get(house)).json()) as { data: House };
  const more = Array.from({ length: 300 }, (_, n) => ({ name: `Terrace ${n + 1}` }));
  const changed = await page.request.post(server.url + changeHouse.path, {
    data: { version: data.version, tables: [...data.tables, ...more] },
  });
  expect(await changed.json()).toMatchObject({ success: true });

  await page.getByRole('radio', { name: staffTexts.views.tables }).check();
  await expect(page.getByText('Terrace 300', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Terrace \d+$/)).toHaveCount(300);
});
