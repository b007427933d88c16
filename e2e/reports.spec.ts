import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { isReportCode, readReportCode } from '#contract/calls/report-code.ts';
import { readLogFile } from '#events/records/log-file.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// CX21, L4
test(
  '“something is wrong”: sent to the restaurant from the order’s page, found there by the code that is read aloud',
  atLength,
  async ({ take, takeStaff, server }) => {
    const ann = await take(looks['zh-dark']);
    const { t } = ann.words;
    const { page: counter } = await takeStaff('Wei');
    await ann.logInOnPage('415-555-8830');
    await ann.sit(1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.order();

    let code = '';
    await test.step('two taps and a code, which the page explains', async () => {
      await ann.button(t('common:reportProblem')).click();
      const sheet = ann.dialog(t('report:title'));
      await expect(sheet).toContainText(t('report:descriptionSent'));
      await sheet.getByLabel(t('report:what')).fill('滷蛋一直沒來');
      await expectSound(ann.page, 'a report');
      await sheet.getByRole('button', { name: t('report:send') }).click();
      const sent = ann.dialog(t('report:sent'));
      code = readReportCode((await sent.getByRole('status').getByRole('strong').textContent())!);
      expect(isReportCode(code)).toBe(true);
      await expectSound(ann.page);
      await sent.getByRole('button', { name: t('report:done') }).click();
      await expect(sent).toBeHidden();
    });

    await test.step('the staff find it by the code, with the table and the diner’s words, and save its log', async () => {
      await counter.goto(`${server.url}/staff/house?part=access`);
      const card = counter.getByRole('listitem').filter({ hasText: `${code.slice(0, 3)} ${code.slice(3)}` });
      await expect(card).toContainText('滷蛋一直沒來');
      await expect(card).toContainText('Table 1');
      await expectSound(counter);
      const saving = counter.waitForEvent('download');
      await card.getByRole('button').click();
      const text = readFileSync(await (await saving).path(), 'utf8');
      expect(readLogFile(text).ok).toBe(true);
      expect(text).toContain('"orderPlaced"');
      expect(text).not.toContain('"Ann"');
      await counter.getByRole('link', { name: 'Log viewer' }).click();
      await expect(counter.getByRole('heading', { name: 'Cart logs' })).toBeVisible();
      expect(new URL(counter.url()).pathname).toBe('/test');
    });

    await test.step('without a network the diner saves the file', async () => {
      await ann.context.setOffline(true);
      await ann.button(t('common:reportProblem')).click();
      const sheet = ann.dialog(t('report:title'));
      await expect(sheet).toContainText(t('report:description'));
      await expect(sheet.getByRole('button', { name: t('report:send') })).toBeHidden();
      await expect(sheet.getByRole('button', { name: t('report:save') })).toBeVisible();
    });
  },
);
