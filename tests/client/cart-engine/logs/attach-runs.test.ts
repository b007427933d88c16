import { expect, test } from 'vitest';
import { attachRuns } from '#client/logs/attach-runs.ts';
import { record } from '#tests/client/storage/checks.ts';

const log = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' };
const stored = { log, replicaId: 'ra', records: [record(1)] };
const run = (at: number, replicaId: string, userId = 'u1') => ({
  at,
  log: { ...log, userId },
  replicaId,
  lines: [`opened ${at}`, `told ${at}`],
});

test('each log has the runs of its replica, oldest first', () => {
  const [first, second, ...others] = attachRuns(
    [stored, { ...stored, replicaId: 'rb' }],
    [run(1, 'ra'), run(2, 'rb'), run(3, 'ra')],
  );
  expect(first?.run).toEqual(['opened 1', 'told 1', 'opened 3', 'told 3']);
  expect(second?.run).toEqual(['opened 2', 'told 2']);
  expect(others).toEqual([]);
});

test('a run without records has a log of its own; those of one replica share it', () => {
  const logs = attachRuns([stored], [run(1, 'rc'), run(2, 'rc'), run(3, 'ra', 'u2')]);
  expect(
    logs.map(({ replicaId, records, run: lines }) => [replicaId, records.length, lines?.length]),
  ).toEqual([
    ['ra', 1, undefined],
    ['rc', 0, 4],
    ['ra', 0, 2],
  ]);
});
