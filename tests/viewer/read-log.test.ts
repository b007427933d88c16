import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLog, type Mistake } from '#src/features/support/viewer/logs/read-log.ts';

const good = readFileSync('tests/golden/v1-event-aware-server.jsonl', 'utf8');
const [header, ...records] = good.trimEnd().split('\n') as [string, ...string[]];
const patience = { reportProgress: () => {}, signal: new AbortController().signal, pause: async () => {} };
const joinLines = (...each: string[]) => each.map((line) => line + '\n').join('');

async function read(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const log = await readLog('a log', bytes, patience);
  return {
    mistakes: log.mistakes.map((each: Mistake) =>
      'line' in each ? `${each.line} ${'why' in each ? each.why : each.kind}` : each.kind,
    ),
    records: log.records.length,
    shown: log.replay.steps.length,
    header: log.header?.replicaId,
    skipped: log.skipped.length,
  };
}

describe('L3: mistakes are named, and the readable part is shown', () => {
  const all = { records: records.length, shown: records.length };
  const replicaId = (JSON.parse(header) as { replicaId: string }).replicaId;

  test('a sound log', async () =>
    expect(await read(good)).toEqual({ mistakes: [], ...all, header: replicaId, skipped: 0 }));

  test.each<[what: string, content: string | Uint8Array, read: object]>([
    ['a file that ends too early', good.slice(0, good.indexOf(records[2]!) + 40), { mistakes: ['4 cutOff'], records: 2, shown: 2 }],
    ['a line in the middle', joinLines(header, records[0]!, 'oops', records[1]!), { mistakes: ['3 notJson'], records: 2 }],
    ['a record of an unknown kind', joinLines(header, '{"t":1,"from":"server","weather":{}}', ...records), { mistakes: [], ...all, skipped: 1 }],
    ['a newer version, as far as it is understood', joinLines(header.replace('"version":1', '"version":2'), ...records), { mistakes: ['1 newerFormat'], ...all }],
    ['a log without its header', joinLines(...records), { mistakes: ['1 noHeader'], ...all, header: undefined }],
    ['nothing at all', '\n', { mistakes: ['empty'], records: 0 }],
    ['bytes that are no text, and the records around them', Buffer.concat([Buffer.from(joinLines(header, records[0]!)), Buffer.from([0xff, 0x0a]), Buffer.from(joinLines(records[1]!))]), { mistakes: ['3 notText'], records: 2 }],
  ])('%s', async (_, content, found) => expect(await read(content)).toMatchObject(found)); // prettier-ignore

  test('a file that is not a log is not read to its end', async () => {
    const { mistakes, records: count } = await read('one line of a book\n'.repeat(10_000));
    expect([mistakes.length, count]).toEqual([50, 0]);
  });

  test('stopped: the part read until then', async () => {
    const stopped = new AbortController();
    stopped.abort();
    const big = new TextEncoder().encode(
      joinLines(header, ...Array.from({ length: 3_000 }, () => records).flat()),
    );
    const log = await readLog('a log', big, { ...patience, signal: stopped.signal });
    expect(log.mistakes).toMatchObject([{ kind: 'stopped' }]);
    expect(log.records.length).toBeGreaterThan(0);
    expect(log.replay.steps).toHaveLength(log.records.length);
  });
});
