import { describe, expect, test } from 'vitest';
import { cartEventTypes, findNewestEventVersion, type AnyEvent } from '#events/cart/registry.ts';
import { type LogFile, logFormatVersion } from '#events/records/log-file.ts';
import { append, emptyLog } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { listExamples, readExpectedViews, logAt } from '#tests/log-files.ts';

const folder = new URL('../golden/', import.meta.url);
const names = listExamples(folder);
const readGolden = (name: string) => logAt(new URL(`${name}.jsonl`, folder));

function listEvents({ records }: LogFile): AnyEvent[] {
  return records.flatMap((record) => {
    if ('event' in record) return [record.event];
    return 'snapshot' in record ? (record.snapshot.events ?? []) : [];
  });
}

describe('E7, L3: old logs stay readable for ever', () => {
  test.each(names)('%s shows what it showed', (name) => {
    let log = emptyLog;
    const views = readGolden(name).records.map((record) => {
      log = append(log, [record]).log;
      return convertViewToJson(projectCartView(log));
    });
    expect(views).toEqual(readExpectedViews(folder, name));
  });

  const files = names.map(readGolden);

  test('there is a log for every version of every event type', () => {
    const written = new Set(files.flatMap(listEvents).map(({ type, v = 1 }) => `${type} ${v}`));
    for (const type of cartEventTypes)
      for (let version = 1; version <= findNewestEventVersion(type)!; version += 1)
        expect(written).toContain(`${type} ${version}`);
  });

  test('there is a log for every version of the format, with every kind of record', () => {
    const versions = new Set(files.map(({ header }) => header.version));
    for (let version = 1; version <= logFormatVersion; version += 1) expect(versions).toContain(version);
    const keys = new Set(files.flatMap(({ records }) => records).flatMap((record) => Object.keys(record)));
    expect([...keys].sort()).toEqual(['accepted', 'event', 'from', 'rejected', 'snapshot', 't']);
  });

  test('the logs contain an unknown event type and an unknown version', () => {
    const events = files.flatMap(listEvents);
    expect(events.some(({ type }) => findNewestEventVersion(type) === undefined)).toBe(true);
    expect(events.some(({ type, v = 1 }) => v > (findNewestEventVersion(type) ?? v))).toBe(true);
  });
});
