import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listTests } from '../house/test-titles.ts';

/** What a hub must do to replace the service. The titles of the hub's tests name the rows that they prove. */
const rows = {
  1: 'tokens are checked before the upgrade',
  2: 'subprotocols and the first frame',
  3: 'roles per group',
  4: 'echo and sender',
  5: 'payloads',
  6: 'ack ids',
  7: 'sequence ids and cumulative acknowledgement',
  8: 'recovery',
  9: 'what cannot be recovered',
  10: 'retention and close codes',
  11: 'buffer caps',
  12: 'ping, pong and liveness',
  13: 'limits',
  14: 'REST: operations, authorisation, refusals',
  15: 'REST: what a message says about its origin',
  16: 'closing from the server',
  17: 'restart and lost sessions',
  18: 'invalid frames',
  19: 'beside other sockets of one server',
  20: 'no token in logs',
};
/** These rows do not show on the wire, so only tests of the embedded hub can prove them. */
const hubsOwn = [19, 20];

function readRowNumbers(folder: string): Set<number> {
  const here = new URL(folder, import.meta.url);
  const named = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name !== 'checklist.test.ts')
    .flatMap((name) => listTests(readFileSync(new URL(name, here), 'utf8')))
    .flatMap(({ titles }) => titles.flatMap(listNumbers));
  return new Set(named);
}

/** `row 7`, `rows 9 and 10`, `row 7, 11` */
function listNumbers(title: string): number[] {
  const list = /rows? (\d+(?:(?:, | and )\d+)*)/.exec(title)?.[1] ?? '';
  return list.split(/\D+/).filter(Boolean).map(Number);
}

const numbers = Object.keys(rows).map(Number);

test('every row is proved; those visible on the wire are proved on any hub, by its connection string', () => {
  const proved = readRowNumbers('./');
  expect(numbers.filter((row) => !proved.has(row))).toEqual([]);
  const onAnyHub = readRowNumbers('./conformance/');
  expect(numbers.filter((row) => !onAnyHub.has(row) && !hubsOwn.includes(row))).toEqual([]);
});
