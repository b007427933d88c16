import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { actOnOrder } from '#contract/calls/service.ts';
import { hold } from './support/answers.ts';
import type { DinerPhone } from './support/diner.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import type { StaffScreen } from './support/screen/staff-screen.ts';
import type { ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { desk, isAtLength, looks, listLooks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';
const cucumber = 'Smashed Cucumber';
const lager = 'Draft Lager';
const noodles = 'Danzai Noodles';

/** Sheets and states of a page are checked only at length. */
async function expectSoundAtLength(page: Page): Promise<void> {
  if (isAtLength) await expectSound(page);
}

/** Swipes a dish to the right by this distance, px. */
async function swipe(page: Page, dish: Locator, far: number): Promise<void> {
  const box = (await dish.boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 40, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 40 + far / 2, y, { steps: 3 });
  await page.mouse.move(box.x + 40 + far, y, { steps: 3 });
  await page.mouse.up();
}

/** Exports the log of a table, and prints it with a line for each step. */
function replayTables(server: ServerProcess, folder: string, ...of: string[]): string {
  const file = join(folder, `${of.join('')}.jsonl`);
  server.command('tools/export-log.ts', '--merchant', '1001', ...of, '--names', '--out', file);
  return server.command('tools/replay.ts', file);
}

/** Checks that the log contains these steps in this order. */
function expectSteps(log: string, steps: readonly RegExp[]): void {
  let rest = log;
  for (const step of steps) {
    const found = step.exec(rest);
    expect(found, `${step} in\n${rest}`).not.toBeNull();
    rest = rest.slice(found!.index + found![0].length);
  }
}

for (const [look, options] of listLooks('en-light'))
  // A1, A2, A3, A4, CX16, CX17, CX18, CX19
  test(`an evening of four tables, a counter, a waiter and a kitchen: few taps each, and the log has every step (${look})`, async ({
    take,
    takeStaff,
    server,
  }) => {
    // One browser has seven screens.
    test.slow();
    const other = looks[look === 'en-light' ? 'zh-dark' : 'en-light'];
    const [ann, mei, ben, cleo] = [
      await take(options),
      await take(other),
      await take(options),
      await take(other),
    ];
    const counter = await takeStaff('Wei', { ...options, ...desk });
    const waiter = await takeStaff('小林', other);
    const tablet = { viewport: { width: 768, height: 1024 } };
    const kitchen = await takeStaff('阿明', { ...looks['zh-dark'], ...tablet });

    await test.step('four parties sit down', async () => {
      const sit = async (
        phone: DinerPhone,
        table: number,
        name: string,
        ...dishes: [string, ...string[]]
      ) => {
        await phone.logInOnPage(`415-555-88${table}0`);
        await phone.sit(table);
        const [first, ...more] = dishes;
        await phone.addAs(name, first);
        for (const dish of more) await phone.addPlain(dish);
      };
      await Promise.all([
        kitchen.show('kitchen'),
        sit(ann, 1, 'Ann', eggs, cucumber),
        sit(mei, 2, 'Mei', cucumber, lager),
        // When the staff merge two parties, the older one stays.
        sit(ben, 3, 'Ben', eggs).then(() => sit(cleo, 4, 'Cleo', eggs)),
      ]);
      for (const phone of [ann, mei, ben]) await phone.order();
    });

    await test.step('the bell counts in every title until it is seen; a new round does not re-sort the list', async () => {
      for (const { page } of [counter, waiter, kitchen]) await expect(page).toHaveTitle(/^\(3\) /);
      const tables = counter.page.locator('[aria-labelledby=open-orders] h3');
      const inOrder = ['1', '2', '3'].map((name) => counter.t('staff:orders.table', { name }));
      await expect(tables).toHaveText(inOrder);
      await ann.link(ann.words.t('order:detail.addMore')).click();
      await ann.addPlain(cucumber);
      await ann.order();
      await expect(counter.card('1')).toContainText(counter.t('staff:orders.round', { number: 2 }));
      await expect(tables).toHaveText(inOrder);
      await counter.button(counter.t('staff:bell.seen')).click();
      await expect(counter.page).toHaveTitle(/^[^(]/);
      await expectSound(counter.page);
    });

    const { t: toKitchen } = kitchen;
    await test.step('the kitchen: by station, begun and ready with a tap each, served with a swipe', async () => {
      const { page } = kitchen;
      const first = kitchen.card('1').filter({ hasText: toKitchen('staff:orders.round', { number: 1 }) });
      const counts = page.getByRole('complementary', { name: toKitchen('staff:kitchen.counts') });
      await expect(counts, 'of three tables').toContainText(`3${kitchen.named(cucumber)}`);
      await page.getByRole('radio', { name: '吧台' }).check();
      await expect(kitchen.card('2')).toContainText(kitchen.named(lager));
      await expect(kitchen.card('2')).not.toContainText(kitchen.named(cucumber));
      await page.reload();
      await expect(page.getByRole('radio', { name: '吧台' }), 'it knows where it hangs').toBeChecked();
      await page.getByRole('radio', { name: toKitchen('staff:kitchen.every') }).check();
      await kitchen.within(1, () => kitchen.tap(kitchen.button(toKitchen('staff:kitchen.start'), first)));
      await expect(ann.page.getByText(ann.words.t('order:steps.next.cooking'))).toBeVisible();
      const ready = toKitchen('staff:kitchen.ready', { dish: kitchen.pieces(1, cucumber) });
      const goOn = await hold(page, `**${actOnOrder.path}`, 'answers');
      await kitchen.within(1, () => kitchen.tap(kitchen.button(ready, first)));
      await expect(first).toContainText(toKitchen('staff:dish.stage.ready'));
      const dish = first.getByRole('listitem').filter({ hasText: kitchen.named(cucumber) });
      await swipe(page, dish, 40);
      await expect(dish, 'too short to be meant').toBeVisible();
      await swipe(page, dish, 180);
      await goOn();
      await expect(dish, 'though the answer about the tap before it was late').toBeHidden();
      await kitchen.within(1, () => kitchen.tap(kitchen.undo));
      await expect(dish).toBeVisible();
      await swipe(page, dish, 180);
      await expect(dish).toBeHidden();
      await expectSound(page);
    });

    await test.step('a key of a bump bar marks a whole ticket as ready, then as served; another brings it back', async () => {
      const { page } = kitchen;
      const press = async (key: string) => {
        // A key does nothing while its ticket's last act is under way.
        await expect(page.locator('main [aria-busy]')).toHaveCount(0);
        await page.keyboard.press(key);
      };
      const second = kitchen.card('2');
      await page.getByRole('radio', { name: toKitchen('staff:kitchen.every') }).click();
      await press('ArrowRight');
      await expect(kitchen.card('1').first().getByRole('button').and(page.locator(':focus'))).toBeVisible();
      const isReady = second.getByText(toKitchen('staff:dish.stage.ready'), { exact: true });
      await press('2');
      await expect(isReady, 'both dishes').toHaveCount(2);
      await expect(page.getByText(toKitchen('staff:kitchen.keys'))).toBeVisible();
      await press('2');
      await expect(second).toBeHidden();
      await press('r');
      await expect(isReady).toHaveCount(2);
      await press('0');
      await expect(isReady).toHaveCount(0);
      await press('ArrowRight');
      await expect(second.getByRole('button', { name: /2/ }).and(page.locator(':focus'))).toBeVisible();
    });

    const { t: toWaiter } = waiter;
    await test.step('a table calls; the first waiter answers with 1 tap, and the table sees who', async () => {
      const { t } = mei.words;
      const calling = mei.page.getByRole('region', { name: t('calling:title') });
      await calling.getByRole('button', { name: t('calling:kind.water') }).click();
      await expect(calling.getByRole('listitem'), 'alone: a part is the whole').toHaveCount(3);
      const call = toWaiter('staff:calls.kind.water', {
        table: toWaiter('staff:orders.table', { name: '2' }),
      });
      const calls = counter.page.getByRole('region', { name: counter.t('staff:calls.title') });
      await expect(calls).toBeVisible();
      await expectSoundAtLength(waiter.page);
      const tapAnswer = () =>
        waiter.within(1, () => waiter.tap(waiter.button(toWaiter('staff:calls.answerTo', { call }))));
      await tapAnswer();
      await expect(calls).toBeHidden();
      await waiter.within(1, () => waiter.tap(waiter.undo));
      await expect(calls, 'it rings again').toBeVisible();
      await tapAnswer();
      await expect(calls).toBeHidden();
      await expect(calling.getByText(t('calling:answered.waterBy', { name: '小林' }))).toBeVisible();
      await expectSoundAtLength(mei.page);
    });

    await test.step('served with 1 tap; a repeated tap counts once; of two at once on one dish one gets a message', async () => {
      const send = counter.button(counter.t('staff:orders.send', { number: 1 }), counter.card('2'));
      await send.dblclick();
      await expect(send).toBeHidden();
      const serve = (screen: StaffScreen, dish: string) =>
        screen.button(screen.t('staff:dish.serve', { dish: screen.pieces(1, dish) }), screen.card('2'));
      await waiter.within(1, () => waiter.tap(serve(waiter, lager)));
      await expect(waiter.dish('2', lager)).toContainText(toWaiter('staff:dish.stage.served'));
      const goOn = await hold(waiter.page, `**${actOnOrder.path}`);
      await serve(waiter, cucumber).click();
      await serve(counter, cucumber).click();
      await expect(counter.card('2')).toContainText(counter.t('staff:orders.toSettle'));
      await goOn();
      await expect(waiter.bar).toContainText(toWaiter('staff:refusals.alreadyDone'));
    });

    await test.step('sold out on every phone with 2 taps, and back with 1', async () => {
      const add = cleo.part(cleo.screen.addDish(lager));
      await expect(add).toBeVisible();
      const mark = toWaiter('staff:menu.toggle', { name: waiter.named(lager) });
      await waiter.within(2, async () => {
        await waiter.tap(waiter.page.getByRole('radio', { name: toWaiter('staff:views.menu') }));
        await waiter.tap(waiter.page.getByRole('switch', { name: mark, exact: true }));
      });
      await expect(add).toBeHidden();
      await expectSound(waiter.page);
      await waiter.within(1, () => waiter.tap(waiter.undo));
      await expect(add).toBeVisible();
    });

    const add = async (table: string, dish: string, ...then: (() => Promise<void>)[]) => {
      await waiter.showList();
      await waiter.tap(waiter.tile(table));
      await waiter.tap(waiter.button(toWaiter('staff:orders.add'), waiter.detail));
      await waiter.sheet.getByLabel(toWaiter('staff:add.search')).fill(waiter.named(dish));
      await waiter.tap(waiter.sheet.getByRole('button', { name: waiter.like(waiter.named(dish)) }));
      for (const step of then) await step();
      const submit = waiter.like(toWaiter('staff:add.submit', { price: '' }).trim());
      await waiter.tap(waiter.sheet.getByRole('button', { name: submit }));
    };
    await test.step('a dish ordered in person: from the table on the floor with 4 taps, and 1 for an option', async () => {
      await waiter.show('tables');
      const tapOption = () => waiter.tap(waiter.sheet.getByRole('checkbox').first());
      await waiter.within(5, () => add('3', noodles, tapOption));
      await expect(ben.page.getByText(ben.words.translateDish(noodles))).toBeVisible();
    });

    await test.step('a course waits with 1 tap at the table and is fired with 1 in the kitchen; each is undone with 1', async () => {
      const [held, later] = [
        kitchen.card('3').getByText(toKitchen('staff:course.held', { course: 2 })),
        ben.words.t('order:steps.later'),
      ];
      const button = (screen: StaffScreen, act: 'hold' | 'fire', within: Locator) =>
        screen.button(screen.t(`staff:course.${act}`, { course: 2 }), within);
      await waiter.within(1, () => waiter.tap(button(waiter, 'hold', waiter.detail)));
      await expect(held).toBeVisible();
      await expect(ben.page.getByText(later)).toBeVisible();
      await expectSoundAtLength(kitchen.page);
      await kitchen.within(1, () => kitchen.tap(button(kitchen, 'fire', kitchen.card('3'))));
      await expect(held).toBeHidden();
      await expect(ben.page.getByText(later)).toBeHidden();
      await kitchen.within(1, () => kitchen.tap(kitchen.undo));
      await expect(held).toBeVisible();
      await waiter.within(1, () => waiter.tap(waiter.undo));
      await expect(held).toBeHidden();
    });

    await test.step('guests without a phone: the first dish opens the table and its order with 4 taps, and 1 undoes both', async () => {
      await waiter.within(4, () => add('6', eggs));
      await waiter.showList();
      await expect(waiter.tile('6')).toContainText(toWaiter('staff:tables.fresh'));
      await expect(kitchen.card('6')).toContainText(kitchen.named(eggs));
      await waiter.within(1, () => waiter.tap(waiter.undo));
      await expect(waiter.tile('6')).toContainText(toWaiter('staff:tables.free'));
      await expect(kitchen.card('6')).toBeHidden();
    });

    await test.step('a void with a reason in 3 taps, a discount in 3; each undone with 1', async () => {
      const { t } = counter;
      await counter.within(3, async () => {
        await counter.tap(counter.dish('3', noodles));
        await counter.tap(counter.button(t('staff:dish.void'), counter.sheet));
        await expectSoundAtLength(counter.page);
        await counter.tap(counter.button(t('staff:void.reasons.none'), counter.sheet));
      });
      const dish = counter.dish('3', noodles);
      await expect(dish, 'the kitchen never had it').toBeHidden();
      await counter.within(1, () => counter.tap(counter.undo));
      await expect(dish).toBeVisible();
      await counter.within(3, async () => {
        await counter.tap(counter.button(t('staff:bill.title'), counter.card('3')));
        await counter.tap(counter.button(t('staff:discount.title'), counter.card('3')));
        await expectSoundAtLength(counter.page);
        await counter.tap(counter.button(t('staff:discount.reasons.late'), counter.sheet));
      });
      await expect(counter.bar).toContainText(t('staff:acts.discounted', { price: '10 %' }));
      await counter.within(2, async () => {
        await counter.tap(counter.button(t('staff:discount.remove'), counter.card('3')));
        await expectSoundAtLength(counter.page);
        await counter.tap(counter.button(t('staff:discount.removeReasons.mistake'), counter.sheet));
      });
      await expect(counter.bar).toContainText(t('staff:acts.discountRemoved', { price: '' }).trim());
      await counter.within(1, () => counter.tap(counter.undo));
    });

    await test.step('a party moves with 3 taps, back with 1; it is merged with 4, back with 1; its phone follows', async () => {
      const { t } = cleo.words;
      const findSeat = (name: string) => cleo.page.getByText(t('menu:tableName', { name }), { exact: true });
      const move = () =>
        waiter.within(3, async () => {
          await expect(waiter.tile('4')).toContainText('Cleo');
          await waiter.tap(waiter.tile('4'));
          await waiter.tap(waiter.button(toWaiter('staff:seating.open'), waiter.detail));
          await waiter.tap(waiter.button(toWaiter('staff:seating.moveTo', { name: '5' }), waiter.sheet));
        });
      await move();
      await expect(findSeat('5')).toBeVisible();
      await waiter.within(1, () => waiter.tap(waiter.undo));
      await expect(findSeat('4')).toBeVisible();
      await move();
      await expect(findSeat('5')).toBeVisible();
      await expect(cleo.cartBar(1)).toBeVisible();
      const join = () =>
        waiter.within(4, async () => {
          // The page of a free table has no such button.
          await expect(waiter.tile('5')).toContainText('Cleo');
          await waiter.tap(waiter.tile('5'));
          await waiter.tap(waiter.button(toWaiter('staff:seating.open'), waiter.detail));
          await waiter.tap(waiter.button(toWaiter('staff:seating.mergeWith', { name: '3' }), waiter.sheet));
          await expectSoundAtLength(waiter.page);
          await waiter.tap(waiter.button(toWaiter('staff:seating.merge'), waiter.sheet));
        });
      await join();
      await expect(findSeat('3')).toBeVisible();
      await expect(cleo.cartBar(1)).toBeVisible();
      await waiter.within(1, () => waiter.tap(waiter.undo));
      await expect(findSeat('5'), 'two again').toBeVisible();
      await expect(cleo.page.getByText(t('table:notices.unavailable'))).toBeHidden();
      await expect(cleo.cartBar(1)).toBeVisible();
      await expect(waiter.tile('3')).not.toContainText('Cleo');
      await join();
      await expect(findSeat('3')).toBeVisible();
      await expect(waiter.tile('3')).toContainText('Cleo');
      await expect(waiter.tile('5')).toContainText(toWaiter('staff:tables.free'));
      await cleo.page.reload();
      await cleo.order();
      await expect(waiter.tile('3')).toContainText(toWaiter('staff:tables.fresh'));
    });

    await test.step('one of two diners asks for the bill of their own part; the staff see whose', async () => {
      const { t } = cleo.words;
      const calling = cleo.page.getByRole('region', { name: t('calling:title') });
      await calling.getByRole('button', { name: t('calling:kind.part') }).click();
      await expect(calling.getByText(t('calling:told.part'))).toBeVisible();
      await expect(waiter.tile('3')).toContainText(toWaiter('staff:calls.short.part', { name: 'Cleo' }));
      const call = toWaiter('staff:calls.kind.part', {
        table: toWaiter('staff:orders.table', { name: '3' }),
        name: 'Cleo',
      });
      await waiter.within(1, () => waiter.tap(waiter.button(toWaiter('staff:calls.answerTo', { call }))));
      await expect(calling.getByText(t('calling:answered.partBy', { name: '小林' }))).toBeVisible();
      await expectSoundAtLength(cleo.page);
    });

    await test.step('paid with 2 taps, never more than is owed; no void goes below what was paid', async () => {
      const { t } = counter;
      const card = counter.card('2');
      await counter.button(t('staff:orders.pay'), card).click();
      await counter.sheet.getByLabel(t('staff:pay.amount')).fill('500');
      await counter.button(t('staff:pay.card'), counter.sheet).click();
      await expect(
        counter.sheet.getByText(
          counter.like(t('staff:refusals.moreThanOwed', { price: '$' }).split('$')[0]!.trim()),
        ),
      ).toBeVisible();
      await counter.sheet.getByLabel(t('staff:pay.amount')).fill('1,50');
      await counter.button(t('staff:pay.card'), counter.sheet).click();
      await expect(card, 'of 12.42').toContainText('10.92');
      await counter.within(2, async () => {
        await counter.tap(counter.button(t('staff:orders.pay'), card));
        await counter.tap(counter.button(t('staff:pay.cash'), counter.sheet));
      });
      await expect(card.getByText(t('staff:orders.state.paid'))).toBeVisible();
      await expect(waiter.tile('2')).toContainText(toWaiter('staff:tables.paid'));
      if (await counter.dish('2', lager).isHidden()) await card.getByRole('button').first().click();
      await counter.dish('2', lager).click();
      await counter.button(t('staff:dish.void'), counter.sheet).click();
      await counter.button(t('staff:void.reasons.bad'), counter.sheet).click();
      await expect(counter.sheet.getByText(t('staff:refusals.belowPaid'))).toBeVisible();
      await counter.page.keyboard.press('Escape');
    });

    await test.step('unpaid amounts stay visible: closing an order names them, and the order opens again', async () => {
      const { t } = counter;
      const more = counter.button(t('staff:orders.more'), counter.card('1'));
      await counter.within(3, async () => {
        await counter.tap(more);
        await counter.tap(counter.button(t('staff:close.open'), counter.sheet));
        await expect(counter.sheet.getByText(t('staff:close.leaves'))).toBeVisible();
        await expectSoundAtLength(counter.page);
        await counter.tap(counter.button(t('staff:close.reasons.house'), counter.sheet));
      });
      await expect(counter.card('1')).toContainText(t('staff:orders.state.completed'));
      await counter.within(2, async () => {
        await counter.tap(more);
        await counter.tap(counter.button(t('staff:close.reopen'), counter.sheet));
      });
      await expect(counter.card('1')).not.toContainText(t('staff:orders.state.completed'));
    });

    await test.step('a table that owes money is closed with 3 taps, and opened again with 1', async () => {
      await counter.show('tables');
      const close = () =>
        counter.within(3, async () => {
          await counter.tap(counter.tile('1'));
          await counter.tap(counter.button(counter.t('staff:tables.close'), counter.detail));
          await expect(counter.sheet.getByText(counter.t('staff:close.leaves'))).toBeVisible();
          await expectSoundAtLength(counter.page);
          await counter.tap(counter.button(counter.t('staff:close.reasons.left'), counter.sheet));
        });
      await close();
      await expect(counter.tile('1')).toContainText(counter.t('staff:tables.free'));
      const ended = ann.heading(ann.words.t('table:notices.endedTitle'));
      await expect(ended).toBeVisible();
      await counter.within(1, () => counter.tap(counter.undo));
      await expect(counter.tile('1')).toContainText('Ann');
      await expect(ended, 'the phone continues without a scan').toBeHidden();
      await close();
      await ann.button(ann.words.t('table:notices.endedClose')).click();
      await expect(ann.heading(ann.words.t('table:home.scanTitle'))).toBeVisible();
      await counter.within(1, () => counter.tap(counter.undo));
      const back = ann.page.getByText(ann.words.t('table:home.atTable', { name: '1' }));
      await expect(back, 'and so does one whose diner has read it and left').toBeVisible();
    });

    await test.step('the log of each party, replayed, has every step of it, with its author', () => {
      const folder = mkdtempSync(join(tmpdir(), 'evening-'));
      try {
        expectSteps(replayTables(server, folder, '--table', '1'), [
          /Ann .*adds 1 × /,
          /Staff 阿明 .*round 1 to the kitchen/,
          /Staff 阿明 .*ready: 1 × /,
          /Staff 阿明 .*served: 1 × /,
          /Staff 阿明 .*undoes: desk:\d+ \(served: 1 × /,
          /Staff 阿明 .*served: 1 × /,
          /Staff Wei .*completes the order: [\d.]+ owed, 1 piece not sent \(“/,
          /Staff Wei .*reopens the order/,
          /Staff Wei .*closes the table: [\d.]+ owed, 1 not sent \(“/,
          /Staff Wei .*undoes: desk:\d+ \(closes the table/,
          /Staff Wei .*closes the table: [\d.]+ owed, 1 not sent \(“/,
          /Staff Wei .*undoes: desk:\d+ \(closes the table/,
        ]);
        const second = replayTables(server, folder, '--table', '2');
        expectSteps(second, [
          /Staff 阿明 .*ready: 1 × .*, ready: 1 × /,
          /Staff 阿明 .*served: 1 × .*, served: 1 × /,
          /Staff 阿明 .*recalls: desk:\d+ \(served: 1 × /,
          /Staff 阿明 .*recalls: desk:\d+ \(ready: 1 × /,
          /Mei .*asks for: water/,
          /Staff 小林 .*answers the call/,
          /Staff 小林 .*undoes: desk:\d+ \(answers the call/,
          /Staff 小林 .*answers the call/,
          /Staff Wei .*round 1 to the kitchen/,
          /Staff 小林 .*served: 1 × /,
          /Staff Wei .*served: 1 × /,
          /Staff Wei .*paid: 1\.50 \(card\)/,
          /Staff Wei .*paid: [\d.]+ \(cash\)/,
        ]);
        expect(second.match(/round 1 to the kitchen/g), 'two taps').toHaveLength(1);
        expect(second.match(/Staff (?:Wei|小林) .*served: /g), 'two waiters').toHaveLength(2);
        expect(second, 'refused').not.toMatch(/voids |paid: 500/);
        expectSteps(replayTables(server, folder, '--table', '3'), [
          /Staff 小林 .*adds to the order: 1 × /,
          /Staff Wei .*voids 1 × .* \(“/,
          /Staff Wei .*undoes: desk:\d+ \(voids /,
          /Staff Wei .*gives a discount of 10 % \(“/,
          /Staff 小林 .*the party of session \S+ joins/,
          /Staff 小林 .*undoes: desk:\d+ \(the party of session/,
          /Staff 小林 .*the party of session \S+ joins/,
        ]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
