import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Who else is at the table, and what they did. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

test('who is here, what happened, why a line is there, what was missed, and how others come in', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server, looks['en-light']);
  const mei = await DinerPhone.take(browser, server, looks['zh-dark']);
  const { t, named, like } = ann.words;
  const zh = mei.words;
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(3);
  await mei.scan('/m/1001/q/1');
  await mei.expectMenu();
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await mei.addPlain('Smashed Cucumber');
  await mei.giveName('Mei');
  await expect(ann.cartBar(2)).toBeVisible();

  await test.step('who is here: each in a colour of their own, the same on both phones', async () => {
    await ann.openTable();
    const people = ann.table.getByRole('region', { name: t('together:people') });
    await expect(people.getByRole('listitem').filter({ hasText: 'Mei' })).toContainText(t('together:here'));
    await shoot('company-table', { ann: ann.page });
    await mei.openTable();
    await expect(
      mei.table.getByRole('listitem').filter({ hasText: 'Ann' }).getByText(zh.t('together:here')),
    ).toBeVisible();
    await expect(ann.table.getByText(`Mei added 1 × ${named('Smashed Cucumber')}`)).toBeVisible();
    await expect(
      mei.table.getByText(
        zh.t('together:feed.added', { name: 'Ann', quantity: 1, product: zh.named('Soy-Braised Eggs') }),
      ),
    ).toBeVisible();
    await shoot('company-table', { mei: mei.page });
    const colourOf = (phone: DinerPhone, initial: string) =>
      phone.table
        .getByRole('region', { name: phone.words.t('together:people') })
        .getByText(initial, { exact: true })
        .evaluate((avatar) => getComputedStyle(avatar).backgroundColor);
    expect(await colourOf(ann, 'A')).not.toBe(await colourOf(ann, 'M'));
  });

  await test.step('a phone that is put away is shown so', async () => {
    await mei.closeTable();
    await mei.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const hers = ann.table.getByRole('listitem').filter({ hasText: 'Mei' }).first();
    await expect(hers).toContainText(t('together:away'));
    await ann.closeTable();
  });

  await test.step('what happened meanwhile is offered when she takes it up again', async () => {
    await ann.addPlain('Soy-Braised Eggs', 'more');
    await ann.openCart();
    const mine = ann.cart.getByRole('region', { name: /Ann/ });
    await mine.getByRole('button', { name: t('cart:addNotes') }).click();
    const notes = ann.page.getByRole('dialog', {
      name: t('cart:notesFor', { name: named('Soy-Braised Eggs') }),
    });
    await notes.getByRole('textbox').fill('warm');
    await notes.getByRole('button', { name: t('cart:saveNotes') }).click();
    await shoot('company-cart', { ann: ann.page });
    const chip = mei.page.getByRole('button', { name: zh.like(zh.t('together:missed', { count: 2 })) });
    // Both have come to the phone in the pocket.
    await expect(chip).toBeVisible();
    await mei.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await shoot('company-missed', { mei: mei.page });
    await chip.click();
    await expect(mei.table.getByText(zh.t('together:feed.fresh'))).toBeVisible();
    await mei.closeTable();
    await expect(chip).toBeHidden();
  });

  await test.step('why a line is there', async () => {
    await mei.openCart();
    const eggs = zh.named('Soy-Braised Eggs');
    await mei.cart.getByRole('button', { name: zh.t('together:story.open', { name: eggs }) }).click();
    const story = mei.page.getByRole('dialog', { name: zh.t('together:story.title') });
    await expect(story.getByRole('listitem')).toHaveText([/Ann加了.+ ×[12]/, /warm/]);
    await shoot('company-story', { mei: mei.page });
    await story.getByRole('button', { name: zh.t('menu:close') }).click();
    await expect(story).toBeHidden();
    await mei.closeCart();
  });

  await test.step('the link leads a third phone to the same table, which hears what was before', async () => {
    await ann.closeCart();
    await ann.openTable();
    await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ann.table.getByRole('button', { name: t('together:invite.copy') }).click();
    await expect(ann.toast(t('together:invite.copied'))).toBeVisible();
    const link = await ann.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${server.url}/m/1001/q/1`);
    const cy = await DinerPhone.take(browser, server, looks['en-light']);
    await cy.page.goto(link);
    await cy.expectMenu();
    await expect(cy.cartBar(3)).toBeVisible();
    await expect(cy.page.getByRole('button', { name: like('before you came') })).toBeVisible();
    await expect(
      ann.table.getByRole('region', { name: t('together:people') }).getByRole('listitem'),
    ).toHaveCount(3);
    await shoot('company-three', { ann: ann.page, cy: cy.page });
    expect(cy.errors).toEqual([]);
  });
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});
