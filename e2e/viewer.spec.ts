import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { programArgs } from '#tests/programs.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

/** The time machine: logs of phones, looked at; and how a log gets from a phone to there. */
/** What `npm run replay -- --json --steps` prints of a cart. */
interface PrintedView {
  readonly carts: readonly {
    readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  }[];
}

let server: ServerProcess;
const folder = mkdtempSync(join(tmpdir(), 'viewer-'));
const header = (replicaId: string, more: object = {}) =>
  JSON.stringify({ format: 'cart-log', version: 1, merchantId: '1001', tableId: '7', sessionId: 's1', replicaId, exportedAt: 9, ...more }); // prettier-ignore
const item = (name: string, productId: string) => ({ productId, categoryId: '3', name, price: '3.00', notes: '', modifiers: [] }); // prettier-ignore
const base = Date.UTC(2025, 10, 20, 18);
const event = (t: number, from: string, more: object) =>
  JSON.stringify({ t: base + t, from, event: { at: [base + t, 0], seen: {}, ...more } });
const tea = (t: number, from: string) => event(t, from, { id: 'ra:1', userId: 'u1', userName: 'Ann', type: 'itemAdded', lineId: 'ra:1', item: item('Iced tea', '40'), quantity: 2 }); // prettier-ignore
const noodles = (t: number, from: string) => event(t, from, { id: 'rb:1', userId: 'u2', userName: 'Ben', type: 'itemAdded', lineId: 'rb:1', item: item('Beef noodles', '12'), quantity: 1 }); // prettier-ignore
const clearing = (t: number, from: string) => event(t, from, { id: 'rb:2', userId: 'u2', userName: 'Ben', type: 'cartCleared', scope: 'table', seen: { ra: 1, rb: 1 } }); // prettier-ignore
const late = (t: number, from: string) => event(t, from, { id: 'ra:2', userId: 'u1', userName: 'Ann', type: 'itemDecreased', lineId: 'ra:1', item: item('Iced tea', '40'), quantity: 1, seen: { ra: 1 } }); // prettier-ignore

const logs = {
  ann: [header('ra'), tea(0, 'local'), noodles(2_000, 'peer'), clearing(4_000, 'peer'), late(5_000, 'local')],
  ben: [header('rb'), noodles(1_000, 'local'), tea(1_500, 'peer'), clearing(3_000, 'local')],
  elsewhere: [header('rc', { tableId: '9' }), tea(0, 'local')],
  cut: [header('rd'), tea(0, 'peer'), noodles(9_000, 'peer').slice(0, 60)],
  newer: [header('re', { version: 2 }), tea(0, 'peer'), '{"t":1,"from":"server","weather":"rain"}'],
  none: ['Dear support,', 'my tea vanished.'],
};
const fileOf = (name: keyof typeof logs) => {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, logs[name].join('\n'));
  return path;
};

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

/** Lets files fall onto the page, as from a folder. */
async function drop(page: Page, ...names: (keyof typeof logs)[]) {
  const files = names.map((name) => ({ name: `${name}.jsonl`, text: readFileSync(fileOf(name), 'utf8') }));
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

// CP17
test(
  'two phones: dropped, stepped through, compared, linked to; with the keyboard alone',
  atLength,
  async ({ take }) => {
    const viewer = await take(desk);
    const { page } = viewer;
    const { t } = viewer.words;
    await viewer.open('/test');
    await expect(page.getByText(t('support:open.drop'))).toBeVisible();
    await drop(page, 'ann', 'ben');
    const ann = page.getByRole('article', { name: t('support:phone.of', { letter: 'A', name: 'Ann' }) });
    const ben = page.getByRole('article', { name: t('support:phone.of', { letter: 'B', name: 'Ben' }) });
    const happened = page.getByRole('region', { name: t('support:event.title') });
    const scrubber = page.getByRole('slider');
    await expect(ann.getByText(t('support:phone.empty'))).toBeVisible();
    await expect(scrubber).toHaveValue('7');

    await test.step('what came too late, and why it did nothing', async () => {
      await expect(happened).toContainText(t('support:why.noSuchLine'));
      await expect(happened.getByText('V5b', { exact: true })).toBeVisible();
    });
    await test.step('from the beginning, by keys', async () => {
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
    await test.step('the clear voided the tea: from the tea to what voided it', async () => {
      await page.keyboard.press('p');
      await page.keyboard.press('p');
      await expect(happened).toContainText(t('support:why.void', { by: 'rb:2' }));
      await happened.getByRole('button', { name: t('support:event.go', { id: 'rb:2' }) }).click();
      await expect(happened).toContainText(t('support:says.clearedTable'));
    });
    await test.step('the link leads back here, once the same files are open', async () => {
      await expect(page).toHaveURL(/#at=rb\/3$/);
      await page.reload();
      await expect(
        page.getByText(t('support:time.waitsForFile', { number: 3, replica: 'rb' })),
      ).toBeVisible();
      await page.locator('input[type=file]').setInputFiles([fileOf('ben'), fileOf('ann')]);
      await expect(happened).toContainText(t('support:says.clearedTable'));
      await expect(page).toHaveURL(/#at=rb\/3$/);
    });
    await test.step('played to its end; the keys are written down and can be switched off', async () => {
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

test(
  'bad input: each file says what is wrong and where, and shows what can be shown',
  atLength,
  async ({ take }) => {
    const phone = await take(looks['zh-dark']);
    const { page } = phone;
    const { t, like } = phone.words;
    await phone.open('/test');
    await expect(page.getByText(t('support:open.drop'))).toBeVisible();
    await drop(page, 'ann', 'elsewhere', 'cut', 'newer', 'none');
    const says = (text: string) => expect(page.getByText(like(text)).first()).toBeVisible();
    await says(t('support:mistake.noLog', { name: 'none.jsonl' }));
    await says(t('support:mistake.line', { line: 3, what: t('support:mistake.cutOff') }));
    await says(t('support:mistake.newerFormat', { version: 2, known: 1 }));
    await says(t('support:mistake.unknownKind', { kinds: 'weather' }));
    await says(t('support:mistake.tableId', { name: 'elsewhere.jsonl', theirs: '9', mine: '7' }));
    await expect(page.getByRole('article')).toHaveCount(3);
    await expectSound(page);
    await phone.button(t('support:mistake.show')).click();
    await expect(page.getByRole('article')).toHaveCount(1);
  },
);

test('a rejected change: reported by its diner, the same on the command line and in the viewer', async ({
  take,
  server,
}) => {
  const ann = await take(looks['zh-dark']);
  const { page } = ann;
  const { t, named } = ann.words;
  await ann.sit(5);
  await ann.addAs('Ann', 'Smashed Cucumber');
  await ann.context.setOffline(true);
  await ann.addPlain('Soy-Braised Eggs');
  await server.soldOut('Soy-Braised Eggs', true);
  await ann.context.setOffline(false);
  await expect(ann.cartBar(1)).toBeVisible();

  await ann.open('/merchant/1001/account');
  await ann.button(t('common:reportProblem')).click();
  const sheet = ann.dialog(t('report:title'));
  await sheet.getByLabel(t('report:what')).fill('滷蛋不見了');
  await expectSound(page);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: t('report:save') }).click();
  const file = join(folder, (await saving).suggestedFilename());
  await (await saving).saveAs(file);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('滷蛋不見了');
  expect(text).not.toContain('"Ann"');
  expect(text).toContain('offline');

  const printed = execFileSync(
    process.execPath,
    [...programArgs('tools/replay.ts'), '--json', '--steps', file],
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
  const eggs = named('Soy-Braised Eggs');
  await page.getByRole('listitem').filter({ hasText: eggs }).getByRole('button').first().click();
  const happened = page.getByRole('region', { name: t('support:event.title') });
  await expect(happened).toContainText(t('support:why.rejected', { code: 2025 }));
  await expect(happened.getByText('F2', { exact: true })).toBeVisible();
  await expect(shown.getByText(eggs)).toBeVisible();

  // What the page shows after each record is what the command line prints.
  await page.keyboard.press('Home');
  const dishes = shown.getByRole('heading', { level: 4 });
  for (const [index, lines] of printedLines.entries()) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('slider')).toHaveValue(String(index + 1));
    const shownLines = async () =>
      (await dishes.allInnerTexts())
        .map((dish) => dish.replaceAll('\u00a0', ' '))
        .map((dish) => (dish.includes(' × ') ? dish : `${dish} × 1`));
    await expect
      .poll(async () => (await shownLines()).toSorted(), `record ${index + 1}`)
      .toEqual(lines.toSorted());
  }
  expect(printedLines.at(-1)).toHaveLength(1);
  await expect(shown.getByText(eggs)).toBeHidden();
});

test('the app breaks: the report is at hand on the error screen, also without a network', async ({
  take,
}) => {
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

  await ann.button(t('common:reportProblem')).click();
  const sheet = ann.dialog(t('report:title'));
  await expectSound(page);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: t('report:save') }).click();
  const file = join(folder, (await saving).suggestedFilename());
  await (await saving).saveAs(file);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('"itemAdded"');
  expect(text).toContain('the money is broken');
  expect(text).toContain('offline');
});
