import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Finding a dish: by its section, by what one eats, by its name in any language. */
shareServer();

test('sections at a glance, and a filter that hides what does not suit', async ({ take }) => {
  const ann = await take({ ...looks['en-light'], reducedMotion: 'reduce' });
  const { page, words } = ann;
  const { t, like, named } = words;
  const scrolled = () => page.evaluate(() => scrollY);
  const sections = page.getByRole('navigation', { name: t('menu:categories') });
  await ann.sit(5);
  await ann.addAs('Ann', 'Soy-Braised Eggs');

  // A dish opens by its whole row, and the focus comes back to its name; the number between minus and plus opens nothing.
  const name = named('Soy-Braised Eggs');
  const eggs = page.locator('[data-dish]').filter({ hasText: name });
  await eggs.locator('fieldset [aria-live]').click();
  await eggs.locator('img').click();
  await expect(ann.dialog(name)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(eggs.getByRole('button', { name, exact: true })).toBeFocused();

  // All sections: the phone's Back only closes the list, a tap goes there and leaves the focus there.
  const all = ann.button(t('menu:allSections'));
  const list = ann.dialog(t('menu:categories'));
  await all.click();
  await expect(list.getByRole('button', { name: like(named('Seafood')) })).toContainText(
    t('menu:dishes', { count: 5 }),
  );
  await expectSound(page);
  await page.goBack();
  await expect(list).toBeHidden();
  await expect(all).toBeFocused();
  await all.click();
  await list.getByRole('button', { name: like(named('Seafood')) }).click();
  await expect(list).toBeHidden();
  await expect(ann.heading(named('Seafood'))).toBeFocused();
  await expect(sections.locator('[aria-current]')).toHaveText(named('Seafood'));
  await expect(ann.heading(named('Seafood'))).toBeInViewport();

  // Arrows go along the pills.
  await sections.getByRole('button', { name: named('Seafood') }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(sections.getByRole('button', { name: named('Soups'), exact: true })).toBeFocused();

  // Vegan without soy: few are left, the rest is counted, the cart keeps what it has.
  const filter = ann.button(like(t('menu:filter.open')));
  const what = ann.dialog(t('filter:title'));
  await filter.click();
  await expect(what.getByText(t('filter:caution'))).toBeVisible();
  // Allergens that no dish declares are named.
  const undeclared = [t('menu:allergen.nut'), t('menu:allergen.lupin'), t('menu:allergen.sulphite')];
  const names = new Intl.ListFormat('en-US').format(undeclared);
  await expect(what.getByText(t('filter:undeclared', { list: names }))).toBeVisible();
  // Nothing moves from under the finger.
  const widths = () =>
    what.locator('label').evaluateAll((pills) => pills.map((pill) => pill.getBoundingClientRect().width));
  const unticked = await widths();
  await what.getByRole('checkbox', { name: t('menu:diet.vegetarian') }).check();
  await what.getByRole('checkbox', { name: t('menu:allergen.peanut') }).check();
  expect(await widths()).toEqual(unticked);
  await expectSound(page);
  await what
    .getByRole('button', { name: like(t('filter:show', { count: 12 }).replace('12 dishes', '')) })
    .click();
  await expect(what).toBeHidden();
  await expect(filter).toHaveAccessibleName(t('menu:filter.openSet', { count: 2 }));
  await expect(sections.getByRole('button', { name: named('Seafood') })).toBeHidden();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.getByText(like(t('menu:filter.hidden', { count: 12 }).replace('12', '')))).toBeVisible();
  await expect(ann.cartBar(1)).toBeVisible();
  await expectSound(page);

  // Coming back finds the same dish, though the filter was changed meanwhile.
  await sections.getByRole('button', { name: named('Small Plates') }).click();
  await expect(ann.heading(named('Small Plates'))).toBeInViewport();
  await expect(sections.locator('[aria-current]')).toHaveText(named('Small Plates'));
  const cucumber = ann.button(named('Smashed Cucumber'), 'exact');
  const place = async () => Math.round((await cucumber.boundingBox())?.y ?? -1);
  const before = await place();
  const wasAt = await scrolled();
  await ann.link(t('menu:search.open')).click();
  await page.getByRole('searchbox').fill('cucumber');
  const remove = t('menu:filter.remove', { name: t('menu:diet.vegetarian') });
  await ann.button(remove).click();
  await ann.button(t('common:back')).click();
  await ann.expectMenu();
  await expect.poll(place).toBe(before);
  expect(await scrolled()).toBeGreaterThan(wasAt);
});

test('a dish is found by its name in another language, in spite of a slip, and the filter holds', async ({
  take,
}) => {
  const ann = await take(looks['zh-dark']);
  const { page, words } = ann;
  const { t, like, named } = words;
  const field = page.getByRole('searchbox');
  const opener = (dish: string) => ann.button(named(dish), 'exact');
  await ann.sit(6);
  const filter = ann.button(like(t('menu:filter.open')));
  await filter.click();
  const what = ann.dialog(t('filter:title'));
  await what.getByRole('checkbox', { name: t('menu:diet.vegetarian') }).check();
  await page.goBack();
  await expect(what).toBeHidden();
  await ann.link(t('menu:search.open')).click();

  // Typed in English, and the restaurant out of reach: the menu at hand knows both names.
  await expect(field).toBeVisible();
  await ann.context.setOffline(true);
  await field.fill('eggs');
  await expect(opener('Soy-Braised Eggs')).toBeVisible();
  await expect(page.locator('mark').getByText('Eggs', { exact: true }).first()).toBeVisible();
  await field.press('Enter');
  await ann.context.setOffline(false);
  await expectSound(page);

  // Hidden by the filter, and shown again at a tap.
  await field.fill('beef noodle');
  const title = ann.heading(t('search:allHidden', { keyword: 'beef noodle' }));
  await expect(title).toBeVisible();
  await expectSound(page);
  await ann.button(t('menu:filter.clear')).click();
  await expect(opener('Braised Beef Noodle Soup')).toBeVisible();

  await field.fill('dumplngs');
  await expect(ann.heading(like('dumplings'))).toBeVisible();
  await field.fill('xyzzy');
  await expect(ann.heading(t('search:none', { keyword: 'xyzzy' }))).toBeVisible();
  await expectSound(page);

  // What somebody does not eat is kept for the whole menu at a tap.
  const noPork = t('menu:filter.without', { name: t('filter:food.pork') });
  await field.fill('不要豬肉');
  await expect(opener('Clear-Broth Beef Noodles')).toBeVisible();
  await expect(opener('Braised Pork Rice')).toBeHidden();
  await expectSound(page);
  await ann.button(t('search:keep', { name: noPork })).click();
  await expect(filter).toHaveAccessibleName(t('menu:filter.openSet', { count: 1 }));
  await field.fill('小籠包');
  await expect(ann.heading(t('search:allHidden', { keyword: '小籠包' }))).toBeVisible();
  await ann.button(t('menu:filter.remove', { name: noPork })).click();
  await expect(opener('Xiao Long Bao')).toBeVisible();

  // By sound, in bopomofo.
  await field.fill('ㄋㄧㄡˊㄖㄡˋㄇㄧㄢˋ');
  await expect(page.locator('[data-dish]').first()).toContainText(named('Braised Beef Noodle Soup'));
  await expect(page.locator('mark').getByText('牛肉麵', { exact: true }).first()).toBeVisible();

  // A section by its English name is a way to its place on the menu.
  await field.fill('Rice');
  await expect(page.getByRole('navigation', { name: t('search:sections') })).toBeVisible();
  await field.press('Enter');
  await ann.link(like(named('Rice'))).click();
  await ann.expectMenu();
  await expect(ann.heading(named('Rice'), 'exact')).toBeFocused();
  await expect(ann.heading(named('Rice'), 'exact')).toBeInViewport();

  // What was looked for is there again, newest first, and can be forgotten.
  await ann.link(t('menu:search.open')).click();
  const recent = page.getByRole('region', { name: t('search:recent') });
  await expect(recent.getByRole('listitem').first()).toContainText('Rice');
  await expectSound(page);
  await recent.getByRole('button', { name: t('search:forget', { words: 'Rice' }) }).click();
  await expect(recent.getByText('Rice')).toBeHidden();
  await recent.getByRole('button', { name: t('search:forgetAll') }).click();
  await expect(recent).toBeHidden();
});
