import { expect } from '@playwright/test';
import { openFullTable } from '#testing/full-table.ts';
import { DinerPhone } from './support/diner.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

const dishes = 2_000;
const mostNodes = 4_000;

test(
  'a menu of 2 000 dishes has few elements, and all of it can be reached',
  atLength,
  async ({ browser }) => {
    const table = await openFullTable({ dishes, phones: 1 });
    const ann = await DinerPhone.take(browser, { url: table.address }, looks['en-light']);
    const { page, words } = ann;
    const { t } = words;
    const countNodes = () => page.evaluate(() => document.querySelectorAll('*').length);
    const readFocus = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest('[data-dish]');
        return row && { place: row.ariaPosInSet, of: row.ariaSetSize };
      });
    await ann.scan(table.scanPath);
    await ann.chooseGuestsIfAsked(2);
    const rows = page.locator('[data-dish]');

    await test.step('on a phone and on a desktop', async () => {
      for (const [width, height] of [
        [1280, 800],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        // A section has seven dishes or more.
        await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(7);
        expect(await countNodes()).toBeLessThanOrEqual(mostNodes);
      }
      await expectSound(page);
    });

    await test.step('the Tab key leads through all rows of a section and into the next one', async () => {
      const section = Number(await rows.first().getAttribute('aria-setsize'));
      const first = rows.first().getByRole('button').first();
      await first.focus();
      const places: (string | null)[] = [];
      for (let tab = 0; places.length < 30 && tab < 120; tab += 1) {
        const place = (await readFocus())?.place ?? null;
        if (places.at(-1) !== place) places.push(place);
        await page.keyboard.press('Tab');
      }
      const expected = Array.from({ length: section }, (_, at) => String(at + 1));
      expect(places.slice(0, section)).toEqual(expected);
      expect(places[section], 'the next section').toBe('1');
      expect(await countNodes()).toBeLessThanOrEqual(mostNodes);
    });

    await test.step('a section in the middle, and the last dish', async () => {
      const all = ann.button(t('menu:allSections'));
      await all.click();
      const list = ann.dialog(t('menu:categories'));
      const count = await list.getByRole('button').count();
      const middle = list
        .getByRole('listitem')
        .nth(Math.floor(count / 2))
        .getByRole('button');
      const name = (await middle.locator('span').first().textContent())!;
      await middle.click();
      await expect(ann.heading(name, 'exact')).toBeFocused();
      await expect(ann.heading(name, 'exact')).toBeInViewport();
      await expect(rows.first()).toBeAttached();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
          return await rows.last().evaluate((row) => ({
            isLast: row.ariaPosInSet === row.ariaSetSize,
            isShown: row.getBoundingClientRect().top < innerHeight,
          }));
        })
        .toEqual({ isLast: true, isShown: true });
      expect(await countNodes()).toBeLessThanOrEqual(mostNodes);
    });

    await test.step('the place is kept while another page is open, and the search knows every dish', async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
      await page.waitForTimeout(300);
      const top = await page.evaluate(() => scrollY);
      await ann.openAccount();
      await ann.button(t('common:back')).click();
      await ann.expectMenu();
      await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(200);
      await ann.link(t('menu:search.open')).click();
      await page.getByRole('searchbox').fill(`${words.translateDish('Braised Beef Noodle Soup')} 15`);
      await expect(
        page.getByText(`${words.translateDish('Braised Beef Noodle Soup')} 15`).first(),
      ).toBeVisible();
      expect(await countNodes()).toBeLessThanOrEqual(mostNodes);
    });

    expect(ann.errors).toEqual([]);
    await ann.context.close();
    await table.close();
  },
);
