/** `npm run replay -- --inputs` prints a recorded run, input by input. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLogFolder, replay } from './replay-command.ts';

const slow = 'docs/support/slow.jsonl';
const [header, ...rest] = readFileSync(slow, 'utf8').trimEnd().split('\n') as [string, ...string[]];
const records = rest.filter((line) => !/"(opened|input)":/.test(line));
const run = rest.filter((line) => !records.includes(line)) as [string, ...string[]];
const logs = createLogFolder();

let files = 0;
const writeNextLog = (...lines: string[]) => logs.writeLog(`${(files += 1)}.jsonl`, lines);

const truncation = '{"t":1769798487530,"from":"local","cut":"inputs"}';

describe('output for people', () => {
  test('lists each run with its number, and where it was truncated', () => {
    const { stdout, stderr, status } = replay(
      '--inputs',
      writeNextLog(header, ...run.slice(0, 9), truncation, ...run),
    );
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toContain('run 1 of 2, opened 2026-01-30 18:41:00.000 UTC with an empty disk; 8 inputs');
    expect(stdout).toContain('run 2 of 2');
    expect(stdout.match(/^cut after 8 inputs, the most that is recorded: the phone went on$/gm)).toHaveLength(
      1,
    );
    const [, decisions] = /^10 {2}\+6\.2 s {2}stored .*\n([^]*?)^11 {2}/m.exec(stdout)!;
    expect(decisions!.split('\n')).toEqual([
      expect.stringMatching(
        /^ {4}send { number: 6, call: { call: 'post', detail: .*, events: 'ra:1', known: { ra: 1 } } }$/,
      ),
      '    next timer in 3.0 s (request timeout)',
      '',
    ]);
  });
});

describe('output for programs', () => {
  test('has one line for each input: its number, time, input, effects, and the next wake-up', () => {
    const { stdout, status } = replay(
      '--json',
      '--inputs',
      writeNextLog(header, ...records, ...run, truncation),
    );
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    expect(lines).toHaveLength(run.length - 1);
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1));
    for (const line of lines) expect(Object.keys(line)).toEqual(['n', 'at', 'input', 'effects', 'due']);
    expect(lines[9]).toMatchObject({
      at: 6208,
      input: { kind: 'stored', batch: 5, ok: true },
      effects: [{ kind: 'send', number: 6, call: { call: 'post', events: [{ id: 'ra:1' }] } }],
      due: 3000,
    });
  });

  test('names a truncation in addition', () => {
    const path = writeNextLog(header, run[0], run[1]!, truncation.replace('inputs', 'size'));
    const { stderr, status } = replay('--json', '--inputs', path);
    expect(stderr).toBe(`${path}: cut after 1 input, all that there was room for: the phone went on\n`);
    expect(status).toBe(0);
  });
});

describe('L3: reading the log next to a run', () => {
  test('gives the same view to the last byte, without warnings', () => {
    for (const args of [['--json'], ['--json', '--steps'], ['--json', '--at', '2']]) {
      const [with_, without] = [replay(...args, slow), replay(...args, writeNextLog(header, ...records))];
      expect(with_.stdout).toBe(without.stdout);
      expect([with_.stderr, with_.status]).toEqual(['', 0]);
    }
  });

  test('treats a line that only resembles one of a run as a record of an unknown kind', () => {
    const { stderr, status } = replay('--json', writeNextLog(header, '{"t":1,"from":"server","input":{}}', '{"t":1,"from":"local","opened":1}'));
    expect(stderr).toContain('line 2: skipped, a record of an unknown kind (input)');
    expect(stderr).toContain('line 3: skipped, a record of an unknown kind (opened)');
    expect(status).toBe(0);
  }); // prettier-ignore
});

describe('unreadable runs', () => {
  const createBrokenFile = () =>
    writeNextLog(header, ...run.slice(0, 4), run[4]!.replace('"live"', '"dreamt"'), ...run.slice(5));
  test.each<[what: string, path: () => string, said: string]>([
    ['a file without a run', () => writeNextLog(header, ...records), 'has no recorded run: the phone was not asked to record'],
    ['a truncated line', () => writeNextLog(header, run[0], run[1]!.slice(0, 60)), 'line 3: not a line of JSON'],
    ['an input of a kind that is not known', () => writeNextLog(header, ...run.slice(0, 2), run[2]!.replace('"stored"', '"dreamt"')), 'line 4: input.kind: Invalid option: expected one of "start"'],
    ['an input before its opening', () => writeNextLog(header, run[1]!), 'line 2: no run was opened before it'],
  ])('%s: one line with what is wrong, status 1, nothing on stdout', (_, path, said) => {
    const given = path();
    for (const json of [[], ['--json']]) {
      const { stdout, stderr, status } = replay(...json, '--inputs', given);
      expect(stderr.startsWith(`${given}: ${said}`), stderr).toBe(true);
      expect([stdout, stderr.trimEnd().split('\n').length, status]).toEqual(['', 1, 1]);
    }
  }); // prettier-ignore

  test('--go-on shows what comes before the mistake', () => {
    const path = createBrokenFile();
    const { stdout, stderr, status } = replay('--json', '--inputs', '--go-on', path);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toContain(`${path}: line 6: input.kind`);
    expect(status).toBe(1);
  });

  test.each([['--steps'], ['--merge'], ['--at', '2'], ['--at', '0'], ['--why', 'ra:1'], ['--to-test', 'x']])(
    '%s cannot be combined with it',
    (...args) => {
      const { stderr, status } = replay('--inputs', ...args, slow);
      expect([status, stderr]).toEqual([2, '--inputs goes with --json and --go-on alone\n']);
    },
  );
});
