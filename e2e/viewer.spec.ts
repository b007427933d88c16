import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getProgramArgs } from '#tests/programs.ts';
import type { DinerPhone } from './support/diner.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

/** The log viewer, and the way of a log from a phone to it. */
/** The part of the output of `npm run replay -- --json --steps` that is used here. */
interface PrintedView {
  readonly carts: readonly {
    readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'viewer-'));
const createHeader = (replicaId: string, more: object = {}) =>
  JSON.stringify({ format: 'cart-log', version: 1, merchantId: '1001', tableId: '7', sessionId: 's1', replicaId, exportedAt: 9, ...more }); // prettier-ignore
const createItem = (name: string, productId: string) => ({ productId, categoryId: '3', name, price: '3.00', notes: '', modifiers: [] }); // prettier-ignore
const base = Date.UTC(2025, 10, 20, 18);
const createEvent = (t: number, from: string, more: object) =>
  JSON.stringify({ t: base + t, from, event: { at: [base + t, 0], seen: {}, ...more } });
const createTea = (t: number, from: string) => createEvent(t, from, { id: 'ra:1', userId: 'u1', userName: 'Ann', type: 'itemAdded', lineId: 'ra:1', item: createItem('Iced tea', '40'), quantity: 2 }); // prettier-ignore
const createNoodles = (t: number, from: string) => createEvent(t, from, { id: 'rb:1', userId: 'u2', userName: 'Ben', type: 'itemAdded', lineId: 'rb:1', item: createItem('Beef noodles', '12'), quantity: 1 }); // prettier-ignore
const createClear = (t: number, from: string) => createEvent(t, from, { id: 'rb:2', userId: 'u2', userName: 'Ben', type: 'cartCleared', scope: 'table', seen: { ra: 1, rb: 1 } }); // prettier-ignore
const createLateChange = (t: number, from: string) => createEvent(t, from, { id: 'ra:2', userId: 'u1', userName: 'Ann', type: 'itemDecreased', lineId: 'ra:1', item: createItem('Iced tea', '40'), quantity: 1, seen: { ra: 1 } }); // prettier-ignore

const logs = {
  ann: [
    createHeader('ra'),
    createTea(0, 'local'),
    createNoodles(2_000, 'peer'),
    createClear(4_000, 'peer'),
    createLateChange(5_000, 'local'),
  ],
  ben: [
    createHeader('rb'),
    createNoodles(1_000, 'local'),
    createTea(1_500, 'peer'),
    createClear(3_000, 'local'),
  ],
  none: ['Dear support,', 'my tea vanished.'],
};
const writeLog = (name: keyof typeof logs) => {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, logs[name].join('\n'));
  return path;
};

shareServer();
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Drops files onto the page. */
async function drop(page: Page, ...names: (keyof typeof logs)[]) {
  const files = names.map((name) => ({ name: `${name}.jsonl`, text: readFileSync(writeLog(name), 'utf8') }));
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

// CP17
test(
  'two phones’ logs: dropped, stepped through, compared, linked to; with the keyboard alone',
  atLength,
  async ({ take }) => {
    const viewer = await take(desk);
    const { page } = viewer;
    const { t, like } = viewer.words;
    await viewer.open('/test');
    await expect(page.getByText(t('support:open.drop'))).toBeVisible();
    await drop(page, 'ann', 'ben', 'none');
    await expect(page.getByText(like(t('support:mistake.noLog', { name: 'none.jsonl' })))).toBeVisible();
    const ann = page.getByRole('article', { name: t('support:phone.of', { letter: 'A', name: 'Ann' }) });
    const ben = page.getByRole('article', { name: t('support:phone.of', { letter: 'B', name: 'Ben' }) });
    const happened = page.getByRole('region', { name: t('support:event.title') });
    const scrubber = page.getByRole('slider');
    await expect(ann.getByText(t('support:phone.empty'))).toBeVisible();
    await expect(scrubber).toHaveValue('7');

    await test.step('a late event, and why it has no effect', async () => {
      await expect(happened).toContainText(t('support:why.noSuchLine'));
      await expect(happened.getByText('V5b', { exact: true })).toBeVisible();
    });
    await test.step('from the beginning, with keys', async () => {
      await page.keyboard.press('Home');
      await expect(scrubber).toHaveValue('0');
      await page.keyboard.press('d');
      await expect(ann.getByText('Iced tea')).toBeVisible();
      await expect(ben.getByText('Iced tea')).toBeHidden();
      await expect(page.getByText(t('support:difference.now', { phone: 'A', other: 'B' }))).toBeVisible();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(ann.getByText('Iced tea')).toBeVisible();
      await expect(ben.getByText(t('support:phone.empty'))).toBeVisible();
    });
    await test.step('the history of a line, and jumping through it', async () => {
      await ann.getByRole('button', { name: t('support:phone.history', { dish: 'Iced tea' }) }).click();
      const records = page.getByRole('region', { name: t('support:records.list') });
      await expect(records.getByRole('listitem')).toHaveCount(5);
      await page.keyboard.press('n');
      await expect(happened).toContainText(t('support:says.clearedTable'));
      await expect(happened.getByText('V3', { exact: true })).toBeVisible();
    });
    await test.step('the clear removed the tea: from the tea to the event that removed it', async () => {
      await page.keyboard.press('p');
      await page.keyboard.press('p');
      await expect(happened).toContainText(t('support:why.removed', { by: 'rb:2' }));
      await happened.getByRole('button', { name: t('support:event.go', { id: 'rb:2' }) }).click();
      await expect(happened).toContainText(t('support:says.clearedTable'));
    });
    await test.step('the link leads back here, once the same files are open', async () => {
      await expect(page).toHaveURL(/#at=rb\/3$/);
      await page.reload();
      await expect(
        page.getByText(t('support:time.waitsForFile', { number: 3, replica: 'rb' })),
      ).toBeVisible();
      await page.locator('input[type=file]').setInputFiles([writeLog('ben'), writeLog('ann')]);
      await expect(happened).toContainText(t('support:says.clearedTable'));
      await expect(page).toHaveURL(/#at=rb\/3$/);
    });
    await test.step('played to its end; the keys are listed and can be switched off', async () => {
      await page.getByRole('combobox', { name: t('support:time.speed') }).selectOption('256');
      await viewer.button(t('support:time.play')).click();
      await expect(scrubber).toHaveValue('7');
      await expectSound(page);
      await page.keyboard.press('?');
      const keys = viewer.dialog(t('support:keys.title'));
      await expect(keys).toBeVisible();
      await expectSound(page, 'the viewer’s keys');
      await keys.getByRole('checkbox').uncheck();
      await page.keyboard.press('Escape');
      await expect(keys).toBeHidden();
      await page.keyboard.press('Home');
      await expect(scrubber).toHaveValue('7');
    });
  },
);

/** Saves a problem report, and reads it. */
async function saveReport(
  { page, words }: DinerPhone,
  what?: string,
): Promise<{ file: string; text: string }> {
  const { t } = words;
  await page.getByRole('button', { name: t('common:reportProblem') }).click();
  const sheet = page.getByRole('dialog', { name: t('report:title') });
  if (what !== undefined) await sheet.getByLabel(t('report:what')).fill(what);
  await expectSound(page);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: t('report:save') }).click();
  const file = join(folder, (await saving).suggestedFilename());
  await (await saving).saveAs(file);
  return { file, text: readFileSync(file, 'utf8') };
}

test('a rejected change: reported by its diner, the same on the command line and in the viewer', async ({
  take,
  server,
}) => {
  const ann = await take(looks['zh-dark']);
  const { page } = ann;
  const { t, translateDish } = ann.words;
  await ann.sit(5);
  await ann.addAs('Ann', 'Smashed Cucumber');
  await ann.context.setOffline(true);
  await ann.addPlain('Soy-Braised Eggs');
  await server.soldOut('Soy-Braised Eggs', true);
  await ann.context.setOffline(false);
  await expect(ann.cartBar(1)).toBeVisible();

  await ann.open('/merchant/1001/account');
  const { file, text } = await saveReport(ann, '滷蛋不見了');
  expect(text).toContain('滷蛋不見了');
  expect(text).not.toContain('"Ann"');
  expect(text).toContain('offline');

  const printed = execFileSync(
    process.execPath,
    [...getProgramArgs('tools/replay.ts'), '--json', '--steps', file],
    {
      encoding: 'utf8',
    },
  );
  const views = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PrintedView);
  const names = new Map(
    [...text.matchAll(/"productId":"(\w+)".*?"name":"(.+?)"/g)].map(([, id, name]) => [id, name]),
  );
  const printedLines = views.map(({ carts }) =>
    carts.flatMap(({ lines }) =>
      lines.map(({ productId, quantity }) => `${names.get(productId)} × ${quantity}`),
    ),
  );

  await ann.open('/test');
  await page.locator('input[type=file]').setInputFiles(file);
  const shown = page.getByRole('article');
  await expect(page.getByText('滷蛋不見了')).toBeVisible();
  await page.getByRole('combobox', { name: t('support:records.kind') }).selectOption('rejected');
  const eggs = translateDish('Soy-Braised Eggs');
  await page.getByRole('listitem').filter({ hasText: eggs }).getByRole('button').first().click();
  const happened = page.getByRole('region', { name: t('support:event.title') });
  await expect(happened).toContainText(t('support:why.rejected', { code: 2025 }));
  await expect(happened.getByText('F2', { exact: true })).toBeVisible();
  await expect(shown.getByText(eggs)).toBeVisible();

  // After each record the page shows the cart that the command line prints.
  await page.keyboard.press('Home');
  const dishes = shown.getByRole('heading', { level: 4 });
  for (const [index, lines] of printedLines.entries()) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('slider')).toHaveValue(String(index + 1));
    const readShownLines = async () =>
      (await dishes.allInnerTexts())
        .map((dish) => dish.replaceAll('\u00a0', ' '))
        .map((dish) => (dish.includes(' × ') ? dish : `${dish} × 1`));
    await expect
      .poll(async () => (await readShownLines()).toSorted(), `record ${index + 1}`)
      .toEqual(lines.toSorted());
  }
  expect(printedLines.at(-1)).toHaveLength(1);
  await expect(shown.getByText(eggs)).toBeHidden();
});

test(
  'the app crashes: the error screen offers the report, also without a network',
  atLength,
  async ({ take }) => {
    const ann = await take({ ...looks['en-light'], serviceWorkers: 'allow' });
    const { page } = ann;
    const { t } = ann.words;
    await ann.sit(6);
    await ann.addAs('Ann', 'Smashed Cucumber');
    await ann.workerInCharge();
    await page.evaluate(() => {
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get: () => {
          throw new Error('the money is broken');
        },
      });
    });
    await ann.cartBar(1).click();
    await expect(ann.heading(t('common:error.title'))).toBeVisible();
    await ann.context.setOffline(true);

    const { text } = await saveReport(ann);
    expect(text).toContain('"itemAdded"');
    expect(text).toContain('the money is broken');
    expect(text).toContain('offline');
  },
);
