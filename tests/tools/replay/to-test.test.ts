/** `--to-test` makes a test case of a log. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogFile } from '#events/records/log-file.ts';
import { redactRecords } from '#events/records/redact.ts';
import { logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { hasDifference } from '#tools/regression/difference.ts';
import { readCases, type StoredCase } from '#tools/regression/case-files.ts';
import type { TestOptions } from '#tools/replay/options.ts';
import { createTest, checkTarget } from '#tools/regression/to-test.ts';
import { parseReplayArgs } from '#tools/replay/options.ts';
import { logAt, readLog } from '#tests/log-files.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const into = createFolderForTests();

const golden = logAt('tests/golden/v1-event-aware-server.jsonl');
const story = ['docs/support/ann.jsonl', 'docs/support/table-7.jsonl'].map((path) => logAt(path));

let count = 0;
function createOptions(more: Partial<TestOptions> = {}): TestOptions {
  const nothing = {
    at: undefined,
    event: undefined,
    line: undefined,
    shrink: false,
    force: false,
    names: false,
  };
  return { name: `case-${++count}`, into, ...nothing, ...more };
}

/** Makes a case. Returns the printed words, and the case as it stands on the disk. */
function createCase(
  files: readonly LogFile[],
  more: Partial<TestOptions> = {},
): { words: readonly string[]; made: StoredCase } {
  const request = createOptions(more);
  const outcome = createTest(files, request, () => undefined);
  if (!outcome.ok) throw new Error(outcome.complaint);
  return { words: outcome.words, made: readCases(into).find(({ name }) => name === `log-${request.name}`)! };
}

const readRecords = ({ logs }: StoredCase) => logs.map(({ text }) => readLog(text).records);

test('the log up to a record, and the view there', () => {
  const { made, words } = createCase([golden], { at: '7' });
  const log = logOf(redactRecords(golden.header, golden.records.slice(0, 7)));
  expect(made.logs[0]!.view).toEqual(convertViewToJson(projectCartView(log)));
  expect(readRecords(made)[0]).toHaveLength(7);
  expect(words.at(-1)).toBe(`run it: npm run unit -- tests/projections/golden-logs.test.ts -t ${made.name}`);
});

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

test('a difference between two phones, at a given moment or the first one', () => {
  const first = createCase(story, { shrink: true }).made;
  expect(first.difference).toMatchObject({ kind: 'between', sameKnowledge: false });
  expect(hasDifference(first.difference!, readRecords(first))).toBe(true);
  expect(readRecords(first).map(({ length }) => length)).toEqual([2, 0]);
  const named = createCase(story, { at: 'B:4' }).made;
  expect(named.found).toContain('a and b differ in');
  expect(readRecords(named).map(({ length }) => length)).toEqual([6, 4]);
}); // prettier-ignore

test('a line that existed and is gone', () => {
  const { made } = createCase([story[0]!], { line: 'ra:2', shrink: true });
  expect(made.found).toBe('line ra:2: was there and is gone');
  expect(readRecords(made)[0]!.map((record) => 'event' in record && record.event.id)).toEqual([false, 'ra:2', 'rb:2']);
}); // prettier-ignore

test.each<[what: string, files: LogFile[], more: Partial<TestOptions>, complaint: string, status: number]>([
  ['an invalid record', [golden], { at: '99' }, 'there are 18 records, none with number 99', 1],
  ['no number', [golden], { at: 'B:1' }, '--at takes a record\'s number, not "B:1"', 2],
  ['an unknown phone', story, { at: 'C:1' }, 'with --merge, --at takes a phone and its record\'s number, as in B:12, not "C:1"', 2],
  ['a moment at which all agree', story, { at: 'B:1' }, 'at B:1 all phones showed the same', 1],
  ['an unknown event', [golden], { event: 'rz:1' }, 'no record up to there contains the event rz:1', 1],
  ['a line that was never shown', [golden], { line: 'rz:1' }, 'no record up to there shows a line rz:1', 1],
])('%s: one line, a status, and no file is written', (_, files, more, complaint, status) => {
  const request = createOptions(more);
  expect(createTest(files, request, () => undefined)).toEqual({ ok: false, complaint, status });
  expect(existsSync(join(into, `log-${request.name}`))).toBe(false);
}); // prettier-ignore

test('names are safe as folder names, and no file is overwritten unless requested', () => {
  for (const name of ['', '../x', 'A', 'a b', 'a--b', '-a', 'a.b', 'x'.repeat(65)])
    expect(checkTarget(createOptions({ name })), name).toMatchObject({ ok: false, status: 2 });
  const { made } = createCase([golden], { name: 'twice' });
  const again = createOptions({ name: 'twice' });
  expect(checkTarget(again)).toMatchObject({ status: 1, complaint: `${join(into, made.name)} exists already: use --force to replace it` }); // prettier-ignore
  expect(checkTarget({ ...again, force: true })).toBeUndefined();
  createCase(story, { name: 'twice', force: true });
  createCase([golden], { name: 'twice', force: true });
  expect(readdirSync(join(into, made.name)).toSorted()).toEqual(['a.jsonl', 'case.json']);
});

test.each<[args: string, complaint: string]>([
  ['--shrink x', '--shrink goes with --to-test'],
  ['--names x', '--names goes with --to-test'],
  ['--to-test a x y', '--to-test takes one file, or those of one table with --merge'],
  ['--to-test a --json x', '--to-test goes without --json, --steps and --go-on'],
  ['--to-test a --event ra:1 --line ra:1 x', '--event or --line, not both'],
  ['--to-test a --merge --event ra:1 x y', '--event and --line are of one file: --merge looks for what two phones show differently'],
  ['--why ra:1 --json x', '--why goes with --at and --go-on alone'],
  ['--at 1.5 x', '--at takes a record\'s number, not "1.5"'],
])('%s is an invalid option', (args, complaint) =>
  expect(parseReplayArgs(args.split(' '))).toMatchObject({ kind: 'wrong', complaint })); // prettier-ignore
