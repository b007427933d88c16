import { expect, type Page } from '@playwright/test';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** The announcements of a screen reader, and reduced motion. */
shareServer();

/** Records the texts of the page's live regions that a screen reader would announce. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        // A dialog hides everything outside it except live regions.
        if (!element?.closest('[aria-live]') || element.closest('[aria-hidden="true"]')) continue;
        const texts =
          target instanceof Text ? [target.data] : [...addedNodes].map((node) => node.textContent ?? '');
        announced.push(...texts.filter((text) => text !== ''));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
}

test(
  'a screen reader announces others’ actions politely, one’s own at once, and nothing twice',
  atLength,
  async ({ takeTwo }) => {
    const [ann, mei] = await takeTwo(1, {}, looks['zh-dark']);
    const { t, translateDish, pieces } = ann.words;
    const cucumber = translateDish('Smashed Cucumber');
    const eggs = translateDish('Soy-Braised Eggs');
    const announced = await listen(ann.page);
    const expectAnnounced = (text: string) => expect.poll(announced).toContain(text);

    await ann.page.setViewportSize({ width: 844, height: 390 });
    await ann.addPlain('Soy-Braised Eggs');
    await expect(ann.namePopup).toBeVisible();
    await mei.addAs('Mei', 'Smashed Cucumber');
    const describeAddition = (quantity: number) =>
      t('table:notices.peerAdded', { name: 'Mei', dish: pieces(quantity, 'Smashed Cucumber') });
    const said = ann.toast(describeAddition(1));
    const measureGap = async () => {
      const [toast, popup] = [await said.boundingBox(), await ann.namePopup.boundingBox()];
      return toast && popup && popup.y - toast.y - toast.height;
    };
    await expect.poll(measureGap, 'the message is above the question').toBeGreaterThanOrEqual(0);
    await ann.giveName('Ann');
    await expectAnnounced('1');
    await ann.page.setViewportSize({ width: 390, height: 844 });
    await mei.addPlain('Smashed Cucumber', 'more');
    // A slow phone announces two taps separately.
    const countAnnounced = async () => {
      const all = await announced();
      return [1, 2].reduce(
        (sum, each) => sum + each * all.filter((text) => text === describeAddition(each)).length,
        0,
      );
    };
    await expect.poll(countAnnounced).toBe(2);

    // The open cart covers the page.
    await ann.openCart();
    await mei.openCart();
    await mei.writeNotes('Smashed Cucumber', 'no garlic');
    await expectAnnounced(t('together:feed.notes', { name: 'Mei', product: cucumber, notes: 'no garlic' }));
    await mei.part(mei.screen.oneLess('Smashed Cucumber'), mei.cart).click();
    await expectAnnounced(t('together:feed.removed', { name: 'Mei', dish: pieces(1, 'Smashed Cucumber') }));

    await ann.cart.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
    await expectAnnounced(t('cart:undo.removed', { name: eggs }));
    await ann.cart.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(ann.cart.getByRole('group', { name: eggs, exact: true })).toBeVisible();
    await mei.clear('clearTable');
    // If the server's answer arrives before the message, the phone may not know who cleared the cart.
    const cleared = ['Mei', t('cart:undo.someone')].map((name): string => t('cart:undo.clearedBy', { name }));
    const countCleared = async () => (await announced()).filter((text) => cleared.includes(text)).length;
    await expect.poll(countCleared).toBe(1);
    await ann.closeCart();
    await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ann.openTable();
    const copied = t('together:invite.copied');
    const countCopied = async () => (await announced()).filter((text) => text === copied).length;
    for (const times of [1, 2]) {
      await ann.table.getByRole('button', { name: t('together:invite.copy') }).click();
      await expect.poll(countCopied, 'also while the question is open').toBe(times);
    }
    await ann.page.waitForTimeout(1_000);
    const all = await announced();
    expect(all).not.toContain(t('together:feed.clearedTable', { name: 'Mei' }));
    expect(await countAnnounced()).toBe(2);
    const sentences = all.filter((text) => text.includes('Mei') && text !== describeAddition(1));
    expect(new Set(sentences).size).toBe(sentences.length);
  },
);

test('a screen reader can read the whole menu, and announces when one’s own dish sells out', async ({
  take,
  server,
}) => {
  const ann = await take(looks['en-light']);
  const { page, context } = ann;
  const { t, translateDish } = ann.words;
  const { categories } = await server.fetchMenu();
  await ann.sit(3);
  await expect(page.locator('[data-dish]')).toHaveCount(
    categories.flatMap(({ products }) => products).length,
  );
  const tree = await context.newCDPSession(page);
  const readNames = async (role: string, level?: number) => {
    const { nodes } = await tree.send('Accessibility.getFullAXTree');
    return nodes
      .filter((node) => !node.ignored && node.role?.value === role)
      .filter(({ properties = [] }) =>
        properties.every(
          ({ name, value }) => name !== 'level' || level === undefined || value.value === level,
        ),
      )
      .map(({ name }) => String(name?.value));
  };
  const sections = categories.map(({ name }) => name);
  const dishes = categories.flatMap(({ products }) => products);
  expect(await readNames('region')).toEqual(sections);
  expect(await readNames('heading', 2)).toEqual(sections);
  expect(await readNames('heading', 3)).toEqual(dishes.map(({ name }) => name));
  const buttons = await readNames('button');
  for (const { name, soldOut, modifierGroups } of dishes) {
    const add = modifierGroups.length > 0 ? 'menu:chooseDish' : 'menu:addDish';
    expect(buttons).toEqual(expect.arrayContaining(soldOut ? [name] : [name, t(add, { name })]));
  }

  const eggs = translateDish('Soy-Braised Eggs');
  const announced = await listen(page);
  // The server refuses a dish that is sold out before it arrives.
  const isTaken = ann.changeAnswered();
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await isTaken;
  await server.soldOut('Soy-Braised Eggs', true);
  await expect.poll(announced).toContain(t('cart:soldOutNow', { name: eggs }));
  await server.soldOut('Soy-Braised Eggs', false);
  await expect(ann.part(ann.screen.oneMore('Soy-Braised Eggs'))).toBeVisible();
  await ann.openCart();
  await server.soldOut('Soy-Braised Eggs', true);
  await expect
    .poll(
      async () => (await announced()).filter((text) => text === t('cart:soldOutNow', { name: eggs })).length,
    )
    .toBe(2);
  await server.soldOut('Soy-Braised Eggs', false);
});

test(
  'with reduced motion nothing moves: an added dish, an opened sheet, the turntable',
  atLength,
  async ({ take }) => {
    const ann = await take({ ...looks['zh-dark'], reducedMotion: 'reduce' });
    const { page } = ann;
    await page.addInitScript(() => {
      const moved = new Set<string>();
      Object.assign(globalThis, { moved });
      const look = () => {
        for (const animation of document.getAnimations()) {
          const { endTime } = animation.effect!.getComputedTiming();
          const { target } = animation.effect as KeyframeEffect;
          if (Number(endTime) > 1) moved.add(`${String(endTime)} ms: ${target?.outerHTML.slice(0, 120)}`);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await ann.sit(2);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.addPlain('Soy-Braised Eggs', 'more');
    await expect(ann.cartBar(2)).toBeVisible();
    await ann.openCart();
    await ann.part(ann.screen.oneMore('Soy-Braised Eggs'), ann.cart).click();
    await ann.closeCart();
    await ann.openTable();
    await ann.closeTable();
    const moved = await page.evaluate(() => [...(globalThis as unknown as { moved: Set<string> }).moved]);
    expect(moved).toEqual([]);
  },
);
