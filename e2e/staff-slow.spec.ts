import { expect, type Locator } from '@playwright/test';
import { actOnOrder } from '#contract/calls/service.ts';
import { reissueQrcode, staffOverview } from '#contract/calls/staff.ts';
import { mergeTables, moveTable } from '#contract/calls/tables.ts';
import { hold } from './support/answers.ts';
import type { StaffScreen } from './support/screen/staff-screen.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';

/** Finds the bar with the last action, even below a sheet. */
function findBar({ page, t }: StaffScreen): Locator {
  return page.getByRole('region', { name: t('staff:acts.bar'), includeHidden: true });
}

// A1, CX17, CX19
test(
  'on a slow network a table’s tile opens all its actions, and a late answer closes nothing else',
  atLength,
  async ({ take, takeStaff }) => {
    const [ben, cleo] = [await take(), await take()];
    const waiter = await takeStaff('小林', looks['zh-dark']);
    const counter = await takeStaff('Wei');
    const { t, page } = waiter;
    const seat = waiter.button(t('staff:seating.open'), waiter.detail);
    const moveTo = (name: string) => waiter.button(t('staff:seating.moveTo', { name }), waiter.sheet);
    for (const [phone, table, name] of [
      [ben, 3, 'Ben'],
      [cleo, 4, 'Cleo'],
    ] as const) {
      await phone.logInOnPage(`415-555-88${table}0`);
      await phone.sit(table);
      await phone.addAs(name, eggs);
      await phone.order();
    }
    await waiter.show('tables');
    await expect(waiter.tile('4')).toContainText('Cleo');

    await test.step('a waiter who leaves a step finds all actions at the next tap', async () => {
      await waiter.tile('4').click();
      await seat.click();
      await page.keyboard.press('Escape');
      await expect(waiter.sheet).toBeHidden();
      await waiter.showList();
      await waiter.tile('4').click();
      await expect(seat).toBeVisible();
    });

    await test.step('a move is undone before the floor has been notified of it', async () => {
      const hear = await hold(page, `**${staffOverview.path}`, 'answers');
      await seat.click();
      await moveTo('5').click();
      await expect(waiter.bar).toContainText(t('staff:seating.moved', { from: '4', to: '5' }));
      await waiter.undo.click();
      await expect(waiter.undo).toBeHidden();
      await waiter.tile('4').click();
      await expect(seat).toBeVisible();
      await hear();
    });

    /** Reads the parties that the page names in a call. */
    const readNamedParties = async (call: { readonly path: string }, tap: () => Promise<void>) => {
      const asked = page.waitForRequest(`**${call.path}`);
      await tap();
      return (await asked).postDataJSON() as { sessionId?: string; intoSessionId?: string };
    };
    const cleos =
      await test.step('a merge of two parties names both, so that it affects no other', async () => {
        const { sessionId, intoSessionId } = await readNamedParties(mergeTables, async () => {
          await seat.click();
          await waiter.button(t('staff:seating.mergeWith', { name: '3' }), waiter.sheet).click();
          await waiter.button(t('staff:seating.merge'), waiter.sheet).click();
        });
        expect(new Set([sessionId, intoSessionId, undefined]).size).toBe(3);
        await waiter.undo.click();
        await expect(waiter.tile('4')).toContainText('Cleo');
        await waiter.tile('4').click();
        return sessionId;
      });

    await test.step('the floor is notified of a move before its answer: the step closes, and the answer closes nothing else', async () => {
      const answer = await hold(page, `**${moveTable.path}`, 'answers');
      await seat.click();
      await moveTo('5').click();
      await expect(waiter.sheet, 'not that of the free table').toBeHidden();
      await waiter.showList();
      await expect(waiter.tile('5')).toContainText('Cleo');
      await waiter.tile('5').click();
      await expect(seat).toBeVisible();
      await answer();
      await expect(findBar(waiter)).toContainText(t('staff:seating.moved', { from: '4', to: '5' }));
      await seat.click();
      await expect(moveTo('4')).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('the same for an order', async () => {
      const answer = await hold(counter.page, `**${actOnOrder.path}`, 'answers');
      const say = counter.t;
      const pay = (table: string) => counter.button(say('staff:orders.pay'), counter.card(table));
      await pay('3').click();
      await counter.button(say('staff:pay.cash'), counter.sheet).click();
      await counter.page.keyboard.press('Escape');
      await pay('5').click();
      await expect(counter.sheet).toContainText(say('staff:orders.table', { name: '5' }));
      await answer();
      // The board has loaded again, so the answer was handled.
      const unpaid = counter.page.getByRole('button', { name: say('staff:orders.pay'), includeHidden: true });
      await expect(unpaid).toHaveCount(1);
      await counter.button(say('staff:pay.cash'), counter.sheet).click();
      await expect(counter.sheet).toBeHidden();
      await expect(unpaid).toHaveCount(0);
    });

    await test.step('a new code that ends the party names the party, too', async () => {
      await waiter.showList();
      await waiter.tile('5').click();
      const { sessionId } = await readNamedParties(reissueQrcode, async () => {
        await waiter.button(t('staff:tables.newQrcode'), waiter.detail).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('staff:tables.newQrcodeAndClose') })
          .click();
      });
      expect(sessionId).toBe(cleos);
      await expect(seat, 'the table is free').toBeHidden();
    });
  },
);
