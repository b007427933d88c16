import { describe, expect, test } from 'vitest';
import { cartEventTypes } from '#events/catalogue.ts';
import { readLogFile, writeLogFile } from '#events/log-file.ts';
import { mergeLogs } from '#tools/replay/merge/merge-logs.ts';
import { tableLogs } from '#workshop/bench/replay/logs.ts';

const logs = tableLogs({ seed: '1', phones: 4, records: 1_500 });
const records = logs.flatMap((log) => log.records);

describe('the logs that benchmarks run on', () => {
  test('are the same from the same seed, and others from another', () => {
    const small = { phones: 2, records: 50 };
    expect(tableLogs({ ...small, seed: '2' })).toEqual(tableLogs({ ...small, seed: '2' }));
    expect(tableLogs({ ...small, seed: '3' })).not.toEqual(tableLogs({ ...small, seed: '2' }));
  });

  test('are log files of so many records', () => {
    expect(new Set(logs.map(({ header }) => header.replicaId)).size).toBe(4);
    for (const { header, records } of logs) {
      expect(records).toHaveLength(1_500);
      expect(readLogFile(writeLogFile(header, records))).toEqual({
        ok: true,
        file: { header, records, skipped: [] },
      });
    }
  });

  test('have every kind of record and every type of event in them', () => {
    const kinds = new Set(
      records.map((record) => ('event' in record ? record.event.type : Object.keys(record)[2])),
    );
    expect(kinds).toEqual(new Set([...cartEventTypes, 'accepted', 'rejected', 'snapshot']));
    const snapshots = records.flatMap((record) => ('snapshot' in record ? [record.snapshot] : []));
    expect(snapshots.some(({ events, covers }) => events?.length && Object.keys(covers).length > 0)).toBe(
      true,
    );
  });

  test('are of one table, that drifts apart now and then, and agrees in the end', () => {
    const merged = mergeLogs(
      logs.map(({ header, records }) => ({ path: header.replicaId, file: { header, records, skipped: [] } })),
    );
    expect(merged).toMatchObject({ converged: true, contradictions: [], view: { waiting: [] } });
    const steps = merged.phones.flatMap(({ steps }) => steps);
    expect(steps.filter(({ view }) => view.waiting.length > 0).length).toBeGreaterThan(100);
    const lines = merged.view.carts.flatMap(({ lines }) => lines);
    expect(lines.length).toBeGreaterThan(3);
  });
});
