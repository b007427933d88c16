import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const vector = (name: string) => `tests/vectors/${name}`;

function replay(...args: string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'tools/replay.ts', ...args], { encoding: 'utf8' });
}

test('--json prints the last view of each file, --steps every view, --at one of them', () => {
  const expected = readFileSync(vector('06-notes-split-and-join.expected.jsonl'), 'utf8');
  const last = expected.trimEnd().split('\n').at(-1)!;
  const file = vector('06-notes-split-and-join.jsonl');
  const { stdout, status } = replay('--json', file, file);
  expect(stdout.trimEnd().split('\n').map((line) => JSON.parse(line))).toEqual([JSON.parse(last), JSON.parse(last)]); // prettier-ignore
  expect(status).toBe(0);
  expect(replay('--json', '--steps', file).stdout.trimEnd().split('\n')).toHaveLength(
    expected.trimEnd().split('\n').length,
  );
  expect(JSON.parse(replay('--json', '--at', '1', file).stdout)).toEqual(
    JSON.parse(expected.split('\n')[0]!),
  );
});

test('a broken file: its line, what is wrong, status 1, nothing of it on stdout; the others are shown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  const broken = join(folder, 'broken.jsonl');
  const [header] = readFileSync(vector('24-guests-unset.jsonl'), 'utf8').split('\n');
  writeFileSync(broken, `${header}\n{"t":1,"from":"local","event":{"id":"ra:1"}}\n`);
  const { stdout, stderr, status } = replay('--json', broken, vector('24-guests-unset.jsonl'));
  expect(status).toBe(1);
  expect(stderr).toContain(`${broken}: line 2: event.at`);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
});

test('without --json a table for people', () => {
  const { stdout } = replay(vector('01-add-twice-same-key.jsonl'));
  expect(stdout).toContain('adds');
  expect(stdout).toContain('cart of u1');
});
