import { expect } from '@playwright/test';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { atLength, test } from './support/test.ts';

// CX33
test('the floor of a restaurant of 300 tables shows them all', atLength, async ({ takeStaff, server }) => {
  const { version, tables } = await server.callAsStaff(getHouse);
  const more = Array.from({ length: 300 }, (_, n) => ({ name: `Terrace ${n + 1}` }));
  await server.callAsStaff(changeHouse, { version, tables: [...tables, ...more] });
  const staff = await takeStaff('Wei');
  await staff.show('tables');
  await expect(staff.page.getByText('Terrace 300', { exact: true })).toBeVisible();
  await expect(staff.page.getByText(/^Terrace \d+$/)).toHaveCount(300);
});
