/** `--to-test` makes a test case of logs. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogFile } from '#events/records/log-file.ts';
import { redactRecords } from '#events/records/redact.ts';
import { logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { readCases, type StoredCase } from '#tools/regression/case-files.ts';
import { parseReplayArgs, type TestOptions } from '#tools/replay/options.ts';
import { createTest, checkTarget } from '#tools/regression/to-test.ts';
import { logAt, readLog } from '#tests/log-files.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const into = createFolderForTests();

const golden = logAt('tests/golden/v1-event-aware-server.jsonl');
const twoPhones = ['docs/support/ann.jsonl', 'docs/support/table-7.jsonl'].map((path) => logAt(path));

let count = 0;
function createOptions(more: Partial<TestOptions> = {}): TestOptions {
  return { name: `case-${++count}`, into, at: undefined, force: false, names: false, ...more };
}

/** Makes a case. Returns the printed words, and the case as it stands on the disk. */
function createCase(
  files: readonly LogFile[],
  more: Partial<TestOptions> = {},
): { words: readonly string[]; made: StoredCase } {
  const options = createOptions(more);
  const words = createTest(files, options);
  if ('complaint' in words) throw new Error(words.complaint);
  return { words, made: readCases(into).find(({ name }) => name === `log-${options.name}`)! };
}

const readRecords = ({ logs }: StoredCase) => logs.map(({ text }) => readLog(text).records);

test('the log up to a record, and the view there', () => {
  const { made, words } = createCase([golden], { at: 7 });
  const log = logOf(redactRecords(golden.header, golden.records.slice(0, 7)));
  expect(made.logs[0]!.view).toEqual(convertViewToJson(projectCartView(log)));
  expect(readRecords(made)[0]).toHaveLength(7);
  expect(words.at(-1)).toBe(`run it: npm run unit -- tests/projections/golden-logs.test.ts -t ${made.name}`);
});

test('the logs of several phones, each with its own view', () => {
  const { made } = createCase(twoPhones);
  expect(readRecords(made).map(({ length }) => length)).toEqual(twoPhones.map(({ records }) => records.length));
  for (const { text, view } of made.logs)
    expect(convertViewToJson(projectCartView(logOf(readLog(text).records)))).toEqual(view);
}); // prettier-ignore

test('L4: names and notes are removed by default; a redacted log stays as it is', () => {
  const texts = ['Ann', '少冰'];
  for (const names of [false, true]) {
    const { text } = createCase([golden], { names }).made.logs[0]!;
    for (const each of texts) expect(text.includes(each)).toBe(names);
  }
  const redacted = { ...golden, records: redactRecords(golden.header, golden.records) };
  const { made, words } = createCase([redacted]);
  expect(readRecords(made)[0]).toEqual(redacted.records);
  expect(words.join()).not.toContain('placeholders');
});

test('a record that does not exist: one line, a status, and no file is written', () => {
  const options = createOptions({ at: 99 });
  const complaint = 'there are 18 records, none with number 99';
  expect(createTest([golden], options)).toEqual({ complaint, status: 1 });
  expect(existsSync(join(into, `log-${options.name}`))).toBe(false);
});

test('names are safe as folder names, and no file is overwritten unless requested', () => {
  for (const name of ['', '../x', 'A', 'a b', 'a--b', '-a', 'a.b', 'x'.repeat(65)])
    expect(checkTarget(createOptions({ name })), name).toMatchObject({ status: 2 });
  const { made } = createCase(twoPhones, { name: 'twice' });
  const again = createOptions({ name: 'twice' });
  expect(checkTarget(again)).toEqual({ status: 1, complaint: `${join(into, made.name)} exists already: use --force to replace it` }); // prettier-ignore
  expect(checkTarget({ ...again, force: true })).toBeUndefined();
  createCase([golden], { name: 'twice', force: true });
  expect(readdirSync(join(into, made.name)).toSorted()).toEqual(['1.jsonl', 'case.json']);
});

test.each<[args: string, complaint: string]>([
  ['--names x', '--names goes with --to-test'],
  ['--to-test a --json x', '--to-test goes with --at, --force and --names alone'],
  ['--to-test a --merge x y', '--to-test goes with --at, --force and --names alone'],
  ['--to-test a --at B:1 x', '--at takes a record\'s number, not "B:1"'],
  ['--why ra:1 --json x', '--why goes with --at and --go-on alone'],
  ['--at 1.5 x', '--at takes a record\'s number, not "1.5"'],
])('%s is an invalid option', (args, complaint) =>
  expect(parseReplayArgs(args.split(' '))).toMatchObject({ kind: 'wrong', complaint })); // prettier-ignore
