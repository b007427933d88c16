/** The table simulator: a run that goes wrong and comes right, its link, its logs, and who can use it. */
import { expect, type Page } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import english from '#workshop/simulator/texts/en-US.ts';
import chinese from '#workshop/simulator/texts/zh-TW.ts';
import { readFile } from 'node:fs/promises';
import { readLogFile } from '#events/log-file.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { desk } from './support/words.ts';

shareServer();

/** A run of which nothing is left to chance but the seed's: it stands still until it is played. */
const still = 'seed=7&phones=3&net=0-0-0-0-0&auto=0&at=2000';

const verdict = (page: Page) => page.locator('[data-verdict]');
const phone = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const button = (page: Page, what: string, name: string) =>
  phone(page, name).getByRole('button', { name: `${what}: ${name}`, exact: true });
const elapsed = async (page: Page) =>
  Number(await page.locator('[data-elapsed]').getAttribute('data-elapsed'));

/** Lets the table's time run until it has come so far, ms. */
async function playUntil(page: Page, ms: number): Promise<void> {
  await page.getByRole('combobox').selectOption('16');
  await page.getByRole('button', { name: english.run.play, exact: true }).click();
  await expect.poll(() => elapsed(page), { timeout: 15_000 }).toBeGreaterThan(ms);
  await page.getByRole('button', { name: english.run.pause, exact: true }).click();
}

async function logOf(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, english.phone.log, name).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[a-z]+-.+\.jsonl$/);
  return await readFile(await download.path(), 'utf8');
}

test(
  'cut off, tapped by hand, found out by its line; mended all agree, and the link is the same run',
  atLength,
  async ({ take, server }) => {
    const { page } = await take({
      ...desk,
    });
    await page.goto(server.url + `/simulator.html?${still}`);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'agree');
    await expect(page.getByText(english.way.nothing)).toBeVisible();

    await test.step('Ben adds a dish: it is on its way, and comes to all', async () => {
      await button(page, english.phone.byHand, 'Ben').click();
      await button(page, english.dish.p0, 'Ben').click();
      await expect(verdict(page)).toHaveAttribute('data-verdict', 'differ');
      // A step goes on to whatever sets out or arrives next: others ask the server now and then.
      const sent = page.getByText(/Ben → Server: sends changes \(1 event\)/);
      await expect(async () => {
        await page.getByRole('button', { name: english.run.step, exact: true }).click();
        await expect(sent).toBeVisible({ timeout: 500 });
      }).toPass();
      await playUntil(page, 4_000);
      await expect(verdict(page)).toHaveAttribute('data-verdict', 'agree');
      for (const name of ['Amy', 'Ben', 'Chloe'])
        await expect(
          phone(page, name)
            .getByText(/1 × Dumplings/)
            .first(),
        ).toBeVisible();
    });

    await test.step('cut off, a phone shows what nobody else does', async () => {
      await button(page, english.phone.cutOff, 'Ben').click();
      await button(page, english.dish.p2, 'Ben').click();
      await playUntil(page, 9_000);
      await expect(verdict(page)).toHaveAttribute('data-verdict', 'differ');
      await expect(verdict(page)).toContainText(
        'Ben’s phone has 1 × Bubble tea for Ben, the server has 0 (cut off)',
      );
    });

    await test.step('killed and mended, nothing is lost', async () => {
      await button(page, english.phone.kill, 'Ben').click();
      await expect(phone(page, 'Ben').getByText(english.phone.closed)).toBeVisible();
      await button(page, english.phone.freeze, 'Chloe').click();
      await page.getByRole('button', { name: english.run.mend, exact: true }).click();
      await playUntil(page, 25_000);
      await expect(verdict(page)).toHaveAttribute('data-verdict', 'agree');
      await expect(phone(page, 'Chloe').getByText(/1 × Bubble tea/)).toBeVisible();
    });

    await test.step('the link plays the same run, down to the logs', async () => {
      const logs = [];
      for (const name of ['Amy', 'Ben', 'Chloe']) logs.push(await logOf(page, name));
      expect(logs.every((log) => readLogFile(log).ok)).toBe(true);
      await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe(String(await elapsed(page)));
      const { page: again } = await take();
      await again.goto(page.url());
      await expect.poll(() => elapsed(again)).toBe(await elapsed(page));
      for (const [index, name] of ['Amy', 'Ben', 'Chloe'].entries())
        expect(await logOf(again, name)).toBe(logs[index]);
    });

    await test.step('a log goes to the viewer, and back leads to the run', async () => {
      await button(page, english.phone.view, 'Ben').click();
      await expect(page).toHaveURL(/\/test(#|$)/);
      const shown = page.getByRole('article');
      await expect(shown).toHaveCount(1);
      await page.keyboard.press('End');
      await expect(shown.getByRole('heading', { level: 4, name: 'Dumplings' })).toBeVisible();
      await page.goBack();
      await expect(verdict(page)).toHaveAttribute('data-verdict', 'agree');
      await expect(phone(page, 'Ben').getByText(/1 × Dumplings/)).toBeVisible();
    });

    await test.step('the log viewer and the simulator lead to each other, in either language', async () => {
      await page.getByRole('link', { name: 'Log viewer' }).click();
      await expect(page).toHaveURL(/\/test$/);
      await page.getByRole('link', { name: english.title }).click();
      await expect(page).toHaveURL(/\/simulator\.html/);
      await expect(verdict(page)).toBeVisible();
      await page.goto(`${server.url}/zh-tw/test`);
      await page.getByRole('link', { name: chinese.title }).click();
      await expect(page.getByRole('heading', { level: 1, name: chinese.title })).toBeVisible();
    });
  },
);

test(
  'they order by themselves on a bad day; with a keyboard, for everybody, in Chinese and the dark',
  atLength,
  async ({ take, server }) => {
    const { page } = await take({
      colorScheme: 'dark',
      deviceScaleFactor: 2,
    });
    await page.goto(server.url + '/simulator.html?lang=zh-TW&seed=friday&phones=4&at=12000');
    await expect(page.getByRole('heading', { name: chinese.title })).toBeVisible();
    await expect.poll(() => elapsed(page)).toBe(12_000);
    await expectSound(page);

    await test.step('without a pointer', async () => {
      const loss = page.getByRole('slider', { name: chinese.net.loss });
      await loss.focus();
      await page.keyboard.press('ArrowRight');
      await expect(loss).toHaveValue('5');
      const kill = page.getByRole('button', { name: `${chinese.phone.kill}：Amy`, exact: true });
      await kill.focus();
      await page.keyboard.press('Enter');
      // The way back has the focus.
      await expect(
        page.getByRole('button', { name: `${chinese.phone.open}：Amy`, exact: true }),
      ).toBeFocused();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: chinese.run.step, exact: true }).focus();
      for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press('Enter');
      await expect.poll(() => elapsed(page)).toBeGreaterThan(12_100);
      await page.getByRole('button', { name: `${chinese.phone.byHand}：Amy`, exact: true }).press('Enter');
      await page.getByRole('button', { name: `${chinese.dish.p3}：Amy`, exact: true }).press('Enter');
      await expect(
        page.getByRole('region', { name: chinese.hand.title.replace('{{name}}', 'Amy') }),
      ).toBeVisible();
    });
    await expectSound(page);
    await page.getByRole('heading', { name: chinese.phone.title }).scrollIntoViewIfNeeded();
  },
);
