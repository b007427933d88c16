import { expect } from '@playwright/test';
import type { DinerPhone } from './support/diner.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** The people at the table, and their activity. */
shareServer();

test(
  'diners at the table, the activity, the history of a line, missed changes, and how others join',
  atLength,
  async ({ take, takeTwo, server }) => {
    const [ann, mei] = await takeTwo(1, {}, looks['zh-dark']);
    const { t, like } = ann.words;
    const zh = mei.words;
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await mei.addAs('Mei', 'Smashed Cucumber');
    await expect(ann.cartBar(2)).toBeVisible();

    await test.step('diners at the table: each in a colour of their own, the same on both phones', async () => {
      await ann.openTable();
      const people = ann.table.getByRole('region', { name: t('together:people') });
      await expect(people.getByRole('listitem').filter({ hasText: 'Mei' })).toContainText(t('together:here'));
      await mei.openTable();
      await expect(
        mei.table.getByRole('listitem').filter({ hasText: 'Ann' }).getByText(zh.t('together:here')),
      ).toBeVisible();
      await expect(ann.table.getByText('Mei added 1 × Smashed Cucumber')).toBeVisible();
      const dish = zh.pieces(1, 'Soy-Braised Eggs');
      await expect(mei.table.getByText(zh.t('together:feed.added', { name: 'Ann', dish }))).toBeVisible();
      const readColour = (phone: DinerPhone, initial: string) =>
        phone.table
          .getByRole('region', { name: phone.words.t('together:people') })
          .getByText(initial, { exact: true })
          .evaluate((avatar) => getComputedStyle(avatar).backgroundColor);
      expect(await readColour(ann, 'A')).not.toBe(await readColour(ann, 'M'));
    });

    await test.step('a hidden phone is shown as away', async () => {
      await mei.closeTable();
      await mei.turn('hidden');
      const hers = ann.table.getByRole('listitem').filter({ hasText: 'Mei' }).first();
      await expect(hers).toContainText(t('together:away'));
      await ann.closeTable();
    });

    await test.step('missed changes are offered when she looks at the phone again', async () => {
      await ann.addPlain('Soy-Braised Eggs', 'more');
      await ann.openCart();
      await ann.writeNotes('Soy-Braised Eggs', 'warm');
      const chip = mei.button(zh.like(zh.t('together:changes', { count: 2 })));
      // A hidden phone receives changes, too.
      await expect(chip).toBeVisible();
      await mei.turn('visible');
      await chip.click();
      await expect(mei.table.getByText(zh.t('together:feed.fresh'))).toBeVisible();
      await mei.closeTable();
      await expect(chip).toBeHidden();
    });

    await test.step('the history of a line', async () => {
      await mei.openCart();
      const eggs = zh.translateDish('Soy-Braised Eggs');
      await mei.cart.getByRole('button', { name: zh.t('cart:more', { name: eggs }) }).click();
      const story = mei.dialog(eggs);
      await expect(story.getByRole('listitem')).toHaveText([/Ann加了.+\s×\s[12]/, /warm/]);
      await story.getByRole('button', { name: zh.t('menu:close') }).click();
      await expect(story).toBeHidden();
      await mei.closeCart();
    });

    await test.step('the link leads a third phone to the same table, which learns what happened before', async () => {
      await ann.closeCart();
      await ann.openTable();
      await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await ann.table.getByRole('button', { name: t('together:invite.copy') }).click();
      await expect(ann.toast(t('together:invite.copied'))).toBeVisible();
      const link = await ann.page.evaluate(() => navigator.clipboard.readText());
      expect(link).toBe(`${server.url}/m/1001/q/1`);
      const cy = await take({ viewport: { width: 360, height: 640 } });
      await cy.page.clock.install();
      await cy.page.goto(link);
      await cy.expectMenu();
      await expect(cy.cartBar(3)).toBeVisible();
      const chip = cy.button(like(t('together:changes', { count: 3 })));
      await expect(chip).toBeVisible();
      await expect(cy.page.locator('header').filter({ has: chip }), 'in the header').toBeVisible();
      const overflow = await chip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(overflow, 'in whole words on a narrow phone').toBe(0);
      await cy.page.clock.fastForward(8_000);
      await expect(chip, 'it goes by itself').toBeHidden();
      const people = ann.table.getByRole('region', { name: t('together:people') });
      await expect(people.getByRole('listitem')).toHaveCount(3);
    });

    await test.step('a suggestion for a friend’s line: kept, then accepted; none to a phone that is put away', async () => {
      await ann.closeTable();
      await ann.openCart();
      await mei.addPlain('Smashed Cucumber', 'more');
      const theirs = ann.linesOf('Mei');
      const cucumber = 'Smashed Cucumber';
      const suggest = async (less: 'one' | 'all') => {
        await theirs.getByRole('button', { name: t('cart:more', { name: cucumber }) }).click();
        const sheet = ann.dialog(cucumber);
        if (less === 'all')
          await sheet.getByRole('button', { name: t('menu:remove', { name: cucumber }) }).click();
        return sheet;
      };
      await expect(theirs).toContainText('×\u00a02');
      const one = await suggest('one');
      await expectSound(ann.page, 'a suggestion');
      await one
        .getByRole('button', { name: t('cart:suggest.send', { dish: `1\u00a0×\u00a0${cucumber}` }) })
        .click();
      const product = zh.translateDish(cucumber);
      const findNotice = (phone: DinerPhone) =>
        phone.page.getByRole('group', {
          name: zh.t('table:proposal.less', { name: 'Ann', product, quantity: 1, has: 2 }),
        });
      await expect(theirs).toContainText(t('cart:suggest.waiting'));
      const question = findNotice(mei);
      await expect(question).toBeVisible();
      await expectSound(mei.page, 'a question about a suggestion');
      // It waits while she goes on, also over an open sheet, and in her other tab.
      const tab = await mei.anotherTab();
      await tab.open('/merchant/1001/order');
      await expect(tab.cartBar()).toBeVisible();
      await mei.openCart();
      const again = await suggest('one');
      await again
        .getByRole('button', { name: t('cart:suggest.send', { dish: `1\u00a0×\u00a0${cucumber}` }) })
        .click();
      await expect(findNotice(tab)).toBeVisible();
      await question.getByRole('button', { name: zh.t('table:proposal.keep', { has: 2 }) }).click();
      await expect(mei.cart, 'a tap on the notice does not close the sheet').toBeVisible();
      await expect(findNotice(tab)).toBeHidden();
      await tab.page.close();
      await mei.closeCart();
      await expect(ann.toast(t('table:proposal.kept', { name: 'Mei', dish: cucumber }))).toBeVisible();
      const all = await suggest('all');
      await all.getByRole('button', { name: t('cart:suggest.takeOut') }).click();
      await mei.button(zh.t('table:proposal.accept'), 'exact').click();
      await expect(theirs).toBeHidden();
      // It was her own change, so she can undo it.
      await mei.button(zh.t('cart:undo.action'), 'exact').click();
      await expect(theirs).toContainText('×\u00a02');
      for (let has = 2; has < 10; has += 1) await mei.addPlain(cucumber, 'more');
      await expect(mei.alert(zh.t('cart:unusual.title', { dish: zh.pieces(10, cucumber) }))).toBeVisible();
      await expectSound(mei.page, 'an unusual count');
      await mei.button(zh.t('cart:unusual.yes', { count: 10 })).click();
      await mei.turn('hidden');
      const none = await suggest('one');
      await expect(none.getByText(t('cart:suggest.away', { name: 'Mei' }))).toBeVisible();
      await expect(
        none.getByRole('button', { name: t('cart:suggest.send', { dish: '' }).trim() }),
      ).toBeDisabled();
    });
  },
);

// O1, CE3
test(
  'messages are below the heading, one question waits for the other, and ordered dishes are the bill',
  atLength,
  async ({ takeTwo }) => {
    const [ann, mei] = await takeTwo(3);
    const { t, pieces } = ann.words;
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await mei.addAs('Mei', 'Smashed Cucumber');
    const dish = pieces(1, 'Smashed Cucumber');
    const toastBox = await ann.toast(t('table:notices.peerAdded', { name: 'Mei', dish })).boundingBox();
    const header = await ann.page.locator('header').boundingBox();
    expect(toastBox!.y).toBeGreaterThan(header!.y + header!.height);

    await mei.openCart();
    await mei.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    const questions = mei.page.getByRole('alertdialog');
    await expect(questions).toHaveCount(1);
    await ann.openReview();
    await ann.button(t('cart:leftOut.onlyMine')).click();
    await ann.placeOrder.click();
    await expect(ann.loginPopup).toBeVisible();
    await expect(ann.loginPopup.getByText(t('account:login.visitor')), 'an order needs a login').toBeHidden();
    await ann.logInAndGoOn('415-555-5022');
    await ann.expectOrdered();
    await expect(mei.cart.getByText(t('cart:ordered.title'))).toBeVisible();
    await expect(mei.alert(t('cart:clearTitle'))).toBeVisible();
    await expect(questions).toHaveCount(1);
    await mei.button(t('cart:keep')).click();
    await expect(mei.alert(t('order:submitted.title'))).toBeVisible();
    await mei.button(t('order:updated.close')).click();

    const ordered = mei.cart.locator('summary');
    await expect(ordered).toContainText(t('cart:ordered.roundsWithTax', { count: 1 }));
    await expect(ordered, 'the dish alone').not.toContainText('$3.25');
  },
);
