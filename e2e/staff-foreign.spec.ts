import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { getMenuFile, writeMenuFile } from '#contract/calls/menu-file.ts';
import { staffLogout, staffLogoutEverywhere, staffWhoAmI } from '#contract/calls/staff.ts';
import { test } from './support/test.ts';

// CX10
test('a page on another port of the same machine cannot act for a person who is logged in', async ({
  takeStaff,
  server,
}) => {
  const { page, t } = await takeStaff('Wei');
  const fetchMenu = async () => await (await page.request.get(server.url + getMenuFile.path)).text();
  const before = await fetchMenu();
  expect(before).toContain('"price"');

  const elsewhere = createServer((_asked, answer) =>
    answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  elsewhere.listen(0);
  await once(elsewhere, 'listening');
  const { hostname } = new URL(server.url);
  const foreign = await page.context().newPage();
  await foreign.goto(`http://${hostname}:${(elsewhere.address() as AddressInfo).port}/`);
  const statuses: number[] = [];
  foreign.on('response', (answer) => void statuses.push(answer.status()));
  await foreign.evaluate(
    async ({ me, file, bodiless }) => {
      const init = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const;
      await fetch(me, { ...init, method: 'GET' });
      await fetch(file, { ...init, body: '{"stations":[],"categories":[]}' });
      for (const call of bodiless) await fetch(call, init);
    },
    {
      me: server.url + staffWhoAmI.path,
      file: server.url + writeMenuFile.path,
      bodiless: [staffLogout, staffLogoutEverywhere].map(({ path }) => server.url + path),
    },
  );
  // The first answer shows that the browser sends the cookie.
  await expect.poll(() => statuses).toEqual([200, 403, 403, 403]);
  expect((await fetchMenu()) === before, 'the menu is whole').toBe(true);
  await page.reload();
  await expect(page.getByText(t('staff:live')), 'and is still logged in').toBeVisible();
  elsewhere.close();
});
