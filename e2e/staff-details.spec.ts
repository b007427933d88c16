import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';

test(
  'cards of the staff: calls are apart from tables, facts stay on one line, a voided dish is struck through and its state is not',
  atLength,
  async ({ take, takeStaff }) => {
    const ann = await take(looks['en-light']);
    const counter = await takeStaff('Wei');
    const waiter = await takeStaff('小林', looks['zh-dark']);
    await ann.logInOnPage('415-555-7790');
    await ann.sit(1);
    await ann.addAs('Ann-Katherine Featherstone', eggs);
    await ann.addPlain('Smashed Cucumber');
    await ann.openReview();
    await ann.sayAllergy('peanuts');
    await ann.placeOrder.click();
    await ann.expectOrdered();
    await ann.page
      .getByRole('region', { name: ann.words.t('calling:title') })
      .getByRole('button', { name: ann.words.t('calling:kind.water') })
      .click();

    for (const screen of [counter, waiter]) {
      const { page, t } = screen;
      await screen.show('tables');
      const tile = screen.tile('1');
      const calls = page.getByRole('region', { name: t('staff:calls.title') });
      await expect(calls).toBeVisible();
      const [above, below] = [
        (await calls.getByRole('listitem').boundingBox())!,
        (await tile.boundingBox())!,
      ];
      expect(below.y - (above.y + above.height), 'a gap between the calls and the tables').toBeGreaterThan(8);
      const guests = tile.getByText(t('staff:tables.guests', { count: 2 }), { exact: true });
      expect(await guests.evaluate((fact) => fact.getClientRects().length)).toBe(1);
      await expectSound(page);
    }

    // CX85
    await counter.show('tables');
    await counter.tile('1').click();
    const { detail, sheet } = counter;
    await counter.button(counter.t('staff:moving.title'), detail).click();
    const name = counter.named('Smashed Cucumber');
    await counter.button(counter.t('staff:moving.choose', { name }), sheet).click();
    await expectSound(counter.page);
    await counter.button(counter.t('staff:moving.submit'), sheet).click();
    await expect(detail.getByRole('listitem').filter({ hasText: counter.t('staff:bill.total') })).toHaveCount(
      2,
    );
    await counter.undo.click();
    await expect(detail.getByRole('listitem').filter({ hasText: counter.t('staff:bill.total') })).toHaveCount(
      1,
    );

    await counter.show('orders');
    await counter.button(counter.t('staff:orders.send', { number: 1 }), counter.card('1')).click();
    await counter.dish('1', eggs).click();
    await counter.button(counter.t('staff:dish.void'), counter.sheet).click();
    await counter.button(counter.t('staff:void.reasons.none'), counter.sheet).click();
    await waiter.show('kitchen');
    const card = waiter.card('1');
    await expect(card.getByText(waiter.t('staff:kitchen.gone'))).toBeVisible();
    const allergy = waiter.t('staff:kitchen.allergy', { allergy: 'peanuts' });
    await expect(card.getByText(allergy), 'on both dishes').toHaveCount(2);
    await expect(card.locator('s')).toHaveText(waiter.named(eggs));
    await expectSound(waiter.page);
  },
);
