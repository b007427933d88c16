import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { command, createLogFolder, replay } from './replay-command.ts';

const getVectorPath = (name: string) => `tests/vectors/${name}`;
const { folder, writeLog } = createLogFolder();
const readLines = (name: string) => readFileSync(getVectorPath(name), 'utf8').trimEnd().split('\n');

describe('output for programs', () => {
  test('--json prints the last view of each file, --steps every view, --at one of them', () => {
    const expected = readLines('06-notes-split-and-join.expected.jsonl');
    const path = getVectorPath('06-notes-split-and-join.jsonl');
    const { stdout, status } = replay('--json', path, path);
    expect(stdout).toBe(`${expected.at(-1)}\n${expected.at(-1)}\n`);
    expect(status).toBe(0);
    expect(replay('--json', '--steps', path).stdout).toBe(expected.map((line) => line + '\n').join(''));
    expect(replay('--json', '--at', '1', path).stdout).toBe(`${expected[0]}\n`);
  });

  test('terminal controls in a hostile log are escaped, and the JSON keeps its values', () => {
    const name = 'A\u202enn\u009b31m\u2028\u200f\u001b\ufeff\u007f';
    const lines = readLines('06-notes-split-and-join.jsonl').map((line) =>
      line.replaceAll("no ice", () => JSON.stringify(name).slice(1, -1)),
    );
    const [one, two] = ['steering.jsonl', 'steering-2.jsonl'].map((each) => writeLog(each, lines));
    for (const args of [['--json', one!], ['--json', '--steps', one!], ['--merge', '--json', one!, two!]]) {
      const { stdout } = replay(...args);
      expect(stdout.length).toBeGreaterThan(100);
      expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u200f\u2028\u202e\ufeff]/u);
      expect(stdout).toContain('A\\u202enn\\u009b31m');
      for (const line of stdout.trimEnd().split('\n').slice(-1))
        expect(JSON.stringify(JSON.parse(line))).toContain(JSON.stringify(name).slice(1, -1));
    }
  }); // prettier-ignore

  test('--at 0 is the view before the first record; beyond the last one there is none', () => {
    const path = getVectorPath('24-guests-unset.jsonl');
    expect(JSON.parse(replay('--json', '--at', '0', path).stdout)).toMatchObject({ known: {}, guests: null });
    expect(replay('--json', '--at', '9', path)).toMatchObject({ status: 1, stdout: '' });
    expect(replay('--json', '--at', 'x', path)).toMatchObject({ status: 2, stdout: '' });
  });

  test('L3: a broken file: its line, the error, status 1, no output of it on stdout; the others are shown', () => {
    const [header] = readLines('24-guests-unset.jsonl');
    const broken = writeLog('broken.jsonl', [header!, '{"t":1,"from":"local","event":{"id":"ra:1"}}']);
    for (const json of [['--json'], []]) {
      const { stdout, stderr, status } = replay(...json, broken, getVectorPath('24-guests-unset.jsonl'));
      expect(status).toBe(1);
      expect(stderr).toContain(`${broken}: line 2: event.at`);
      expect(stdout).not.toContain('broken.jsonl');
      expect(stdout).not.toBe('');
    }
  });
});

describe('output for people', () => {
  const path = 'tests/golden/v1-event-aware-server.jsonl';

  test('has no colours without a terminal', () => {
    const { stdout, status } = replay(path);
    expect(status).toBe(0);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^18 .* Nothing ordered → Order 9001$/m);
  });

  test('ends quietly when the reader closes the pipe', async () => {
    const [header, ...records] = readLines('table-01.jsonl');
    // More than a pipe holds.
    const long = writeLog('long.jsonl', [header!, ...Array.from({ length: 200 }, () => records).flat()]);
    const child = spawn(process.execPath, [...command, '--json', '--steps', long]);
    child.stdout.once('data', () => child.stdout.destroy());
    let complaints = '';
    child.stderr.on('data', (text) => (complaints += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    expect({ status, complaints }).toEqual({ status: 0, complaints: '' });
  });

  test('reports an error in one line of text, whatever the file is called', () => {
    const { stderr, status } = replay(join(folder, 'no\u001b[31m\nlog'));
    expect({ stderr, status }).toEqual({ stderr: `${join(folder, 'no�[31m↵log')}: there is no such file\n`, status: 1 }); // prettier-ignore
  });
});

describe('--merge', () => {
  const clear = readLines('08-clear-spares-what-it-has-not-seen.jsonl');
  const one = writeLog('one.jsonl', clear);
  const createHeader = (more: object) =>
    JSON.stringify({ ...JSON.parse(clear[0]!), replicaId: 'rx', ...more });
  const other = writeLog('other.jsonl', [createHeader({}), ...clear.slice(1, 3)]);

  test('for programs: one object', () => {
    const { stdout, status } = replay('--merge', '--json', one, other);
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const merged = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(merged)).toEqual(['converged', 'firstDifference', 'view']);
    expect(merged).toMatchObject({ converged: true, firstDifference: { file: one } });
    expect(merged['view']).toEqual(JSON.parse(readLines('08-clear-spares-what-it-has-not-seen.expected.jsonl').at(-1)!)); // prettier-ignore
  });

  test('a file that is given twice is read once; two exports of one phone are reported', () => {
    const again = `./${relative('.', one)}`;
    const twice = replay('--merge', one, other, again);
    expect(twice.stdout).not.toContain('C = ');
    expect(twice.stderr).toBe(`${again}: given twice, read once\n`);
    expect(replay('--merge', one, one)).toMatchObject({ stdout: '', status: 2 });
    const later = writeLog('later.jsonl', clear.slice(0, -1));
    const { stderr, status } = replay('--merge', '--json', one, later);
    expect(status).toBe(0);
    expect(stderr).toContain(
      `${one} and ${later} are exports of the same replica, ra: they differ where one ends`,
    );
  });

  test('S1: logs of different sessions and a broken file are refused, and one log alone is no merge', () => {
    const [broken, foreign] = ['broken-2.jsonl', 'foreign.jsonl'].map((name, index) =>
      writeLog(name, index === 0 ? [createHeader({}), '{'] : [createHeader({ sessionId: 's9' })]),
    ) as [string, string];
    for (const [path, words] of [
      [broken, `${broken}: line 2: not a line of JSON`],
      [foreign, `${one} and ${foreign} are of different sessions, hand and s9: not joined`],
    ] as const) {
      const { stdout, stderr, status } = replay('--merge', '--json', one, path);
      expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
      expect(stderr).toContain(words);
    }
    expect(replay('--merge', one)).toMatchObject({ stdout: '', status: 2 });
    expect(replay('--merge', '--steps', one, other)).toMatchObject({ stdout: '', status: 2 });
  });
});
