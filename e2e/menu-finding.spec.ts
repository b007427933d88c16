import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Finding a dish by its section, by the filter, by its name in any language. */
shareServer();

test('sections at a glance, and a filter that hides dishes that do not match', atLength, async ({ take }) => {
  const ann = await take({ ...looks['en-light'], reducedMotion: 'reduce' });
  const { page, words } = ann;
  const { t, like, likeAnyNumber, translateDish } = words;
  const readScroll = () => page.evaluate(() => scrollY);
  const sections = page.getByRole('navigation', { name: t('menu:categories') });
  await ann.sit(5);
  await ann.addAs('Ann', 'Soy-Braised Eggs');

  // The whole row opens the dish, except the number between minus and plus. Closing it focuses the name.
  const name = translateDish('Soy-Braised Eggs');
  const eggs = page.locator('[data-dish]').filter({ hasText: name });
  await eggs.locator('fieldset [aria-live]').click();
  await eggs.locator('img').click();
  const sheet = ann.dialog(name);
  await expect(sheet).toBeVisible();
  // The photograph goes from edge to edge at the top, and the button that closes the sheet lies on it.
  const photo = await sheet.locator('img').boundingBox();
  const around = await sheet.boundingBox();
  expect(photo).toMatchObject({ x: around!.x, y: around!.y, width: around!.width });
  expect(photo!.width / photo!.height).toBeCloseTo(1.6);
  await expect(ann.part(ann.screen.close, sheet)).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(eggs.getByRole('button', { name, exact: true })).toBeFocused();

  // Back closes the list of sections. A tap on a section scrolls to it and focuses it.
  const all = ann.button(t('menu:allSections'));
  const list = ann.dialog(t('menu:categories'));
  await all.click();
  await expect(list.getByRole('button', { name: like(translateDish('Seafood')) })).toContainText(
    t('menu:dishes', { count: 5 }),
  );
  await expectSound(page);
  await page.goBack();
  await expect(list).toBeHidden();
  await expect(all).toBeFocused();
  await all.click();
  await list.getByRole('button', { name: like(translateDish('Seafood')) }).click();
  await expect(list).toBeHidden();
  await expect(ann.heading(translateDish('Seafood'))).toBeFocused();
  await expect(sections.locator('[aria-current]')).toHaveText(translateDish('Seafood'));
  await expect(ann.heading(translateDish('Seafood'))).toBeInViewport();

  // Arrow keys move along the sections.
  await sections.getByRole('button', { name: translateDish('Seafood') }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(sections.getByRole('button', { name: translateDish('Soups'), exact: true })).toBeFocused();

  // The filter hides dishes and counts them. The cart keeps its dishes.
  const filter = ann.button(like(t('menu:filter.open')));
  const what = ann.dialog(t('filter:title'));
  await filter.click();
  await expect(what.getByText(t('filter:caution'))).toBeVisible();
  // The filter names the allergens that no dish declares.
  const undeclared = [t('menu:allergen.nut'), t('menu:allergen.lupin'), t('menu:allergen.sulphite')];
  const names = new Intl.ListFormat('en-US').format(undeclared);
  await expect(what.getByText(t('filter:undeclared', { list: names }))).toBeVisible();
  // Checking a box does not move the others.
  const measureWidths = () =>
    what.locator('label').evaluateAll((pills) => pills.map((pill) => pill.getBoundingClientRect().width));
  const unticked = await measureWidths();
  await what.getByRole('checkbox', { name: t('menu:diet.vegetarian') }).check();
  await what.getByRole('checkbox', { name: t('menu:allergen.peanut') }).check();
  expect(await measureWidths()).toEqual(unticked);
  await expectSound(page);
  await what.getByRole('button', { name: likeAnyNumber(t('filter:show', { count: 12 })) }).click();
  await expect(what).toBeHidden();
  await expect(filter).toHaveAccessibleName(t('menu:filter.openSet', { count: 2 }));
  await expect(sections.getByRole('button', { name: translateDish('Seafood') })).toBeHidden();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.getByText(likeAnyNumber(t('menu:filter.hidden', { count: 12 })))).toBeVisible();
  await expect(ann.cartBar(1)).toBeVisible();
  await expectSound(page);

  // After a change of the filter, the menu still shows the same dish.
  await sections.getByRole('button', { name: translateDish('Small Plates') }).click();
  await expect(ann.heading(translateDish('Small Plates'))).toBeInViewport();
  await expect(sections.locator('[aria-current]')).toHaveText(translateDish('Small Plates'));
  const cucumber = ann.button(translateDish('Smashed Cucumber'), 'exact');
  const place = async () => Math.round((await cucumber.boundingBox())?.y ?? -1);
  const before = await place();
  const wasAt = await readScroll();
  await ann.link(t('menu:search.open')).click();
  await page.getByRole('searchbox').fill('cucumber');
  const remove = t('menu:filter.remove', { name: t('menu:diet.vegetarian') });
  await ann.button(remove).click();
  await ann.button(t('common:back')).click();
  await ann.expectMenu();
  await expect.poll(place).toBe(before);
  expect(await readScroll()).toBeGreaterThan(wasAt);
});

test('a dish is found by its name in another language, despite a typing error, and the filter still applies', async ({
  take,
}) => {
  const ann = await take(looks['zh-dark']);
  const { page, words } = ann;
  const { t, like, translateDish } = words;
  const field = page.getByRole('searchbox');
  const findOpener = (dish: string) => ann.button(translateDish(dish), 'exact');
  await ann.sit(6);
  const filter = ann.button(like(t('menu:filter.open')));
  await filter.click();
  const what = ann.dialog(t('filter:title'));
  await what.getByRole('checkbox', { name: t('menu:diet.vegetarian') }).check();
  await page.goBack();
  await expect(what).toBeHidden();
  await ann.link(t('menu:search.open')).click();

  // Searching by the English name works offline, too.
  await expect(field).toBeVisible();
  await ann.context.setOffline(true);
  await field.fill('eggs');
  await expect(findOpener('Soy-Braised Eggs')).toBeVisible();
  await expect(page.locator('mark').getByText('Eggs', { exact: true }).first()).toBeVisible();
  await field.press('Enter');
  await ann.context.setOffline(false);
  await expectSound(page);

  // A found dish may be hidden by the filter.
  await field.fill('beef noodle');
  const title = ann.heading(t('search:allHidden', { keyword: 'beef noodle' }));
  await expect(title).toBeVisible();
  await expectSound(page);
  await ann.button(t('menu:filter.clear')).click();
  await expect(findOpener('Braised Beef Noodle Soup')).toBeVisible();

  await field.fill('xyzzy');
  await expect(ann.heading(t('search:none', { keyword: 'xyzzy' }))).toBeVisible();
  await expectSound(page);

  // A search for “no pork” can become a filter.
  const noPork = t('menu:filter.without', { name: t('filter:food.pork') });
  await field.fill('不要豬肉');
  await expect(findOpener('Clear-Broth Beef Noodles')).toBeVisible();
  await expect(findOpener('Braised Pork Rice')).toBeHidden();
  await expectSound(page);
  await ann.button(t('search:keep', { name: noPork })).click();
  await expect(filter).toHaveAccessibleName(t('menu:filter.openSet', { count: 1 }));
  await field.fill('小籠包');
  await expect(ann.heading(t('search:allHidden', { keyword: '小籠包' }))).toBeVisible();
  await ann.button(t('menu:filter.remove', { name: noPork })).click();
  await expect(findOpener('Xiao Long Bao')).toBeVisible();

  // A section is found by its English name, too.
  await field.fill('Rice');
  await expect(page.getByRole('navigation', { name: t('search:sections') })).toBeVisible();
  await field.press('Enter');
  await ann.link(like(translateDish('Rice'))).click();
  await ann.expectMenu();
  await expect(ann.heading(translateDish('Rice'), 'exact')).toBeFocused();
  await expect(ann.heading(translateDish('Rice'), 'exact')).toBeInViewport();

  // The page lists recent searches, the newest first.
  await ann.link(t('menu:search.open')).click();
  const recent = page.getByRole('region', { name: t('search:recent') });
  await expect(recent.getByRole('listitem').first()).toContainText('Rice');
  await expectSound(page);
  await recent.getByRole('button', { name: t('search:forget', { words: 'Rice' }) }).click();
  await expect(recent.getByText('Rice')).toBeHidden();
  await recent.getByRole('button', { name: t('search:forgetAll') }).click();
  await expect(recent).toBeHidden();
});
