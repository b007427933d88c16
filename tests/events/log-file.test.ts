import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeLogFileError, type LogHeader, readLogFile, writeLogFile } from '#events/records/log-file.ts';
import { readLog } from '#tests/log-files.ts';

// Zod's messages are those of the command line.
z.config(z.locales.en());

const header =
  '{"format":"cart-log","version":1,"merchantId":"1","tableId":"7","sessionId":"s","replicaId":"r","exportedAt":1}';
const event =
  '{"t":1,"from":"local","event":{"id":"r:1","at":[1,0],"seen":{},"userId":"u1","type":"guestsSet","guests":2}}';

const describeResult = (text: string) => {
  const result = readLogFile(text);
  return result.ok ? 'read' : describeLogFileError(result.error);
};

/** The first line and a record as docs/merge-rules.md prints them. */
const example = {
  header:
    '{"format":"cart-log","version":1,"merchantId":"1001","tableId":"7","sessionId":"s1","replicaId":"ra1","exportedAt":1763640000000}',
  record:
    '{"t":1763640000123,"from":"local","event":{"id":"ra1:1","at":[1763640000123,0],"seen":{},"userId":"u1","userName":"Ann","type":"itemAdded","lineId":"ra1:1","item":{"productId":"12","categoryId":"3","name":"Beef noodles","price":"12.50","notes":"","modifiers":[]},"quantity":2}}',
};

test('L1: the first line is the header, and each of its fields is required', () => {
  const fields = JSON.parse(example.header) as Record<string, unknown>;
  expect(readLogFile(example.header)).toEqual({
    ok: true,
    file: { header: fields, records: [], skipped: [] },
  });
  expect(writeLogFile(fields as unknown as LogHeader, [])).toBe(`${example.header}\n`);
  for (const field of Object.keys(fields)) {
    const { [field]: _left, ...others } = fields;
    expect(describeResult(JSON.stringify(others))).toContain(`line 1: no header of a cart log: ${field}: `);
  }
  expect(describeResult(event)).toContain('line 1: no header of a cart log: format: ');
});

test('L2: then follow the records in the order in which they were applied, with one fact each', () => {
  const facts = [
    '"rejected":{"ids":["ra1:1"],"code":2025}',
    '"accepted":{"ids":["ra1:1"],"version":3}',
    '"snapshot":{"version":3,"covers":{},"userCarts":[]}',
    event.slice(event.indexOf('"event"'), -1),
  ];
  const records = facts.map((fact, index) => `{"t":${9 - index},"from":"peer",${fact}}`);
  const text = [example.header, example.record, ...records].map((line) => line + '\n').join('');
  const file = readLog(text);
  expect(file.records).toEqual([example.record, ...records].map((line) => JSON.parse(line)));
  expect(writeLogFile(file.header, file.records)).toBe(text);
  for (const [index, fact] of facts.entries())
    for (const other of facts.slice(index + 1))
      expect(describeResult(`${header}\n{"t":1,"from":"peer",${fact},${other}}`)).toMatch(
        /^line 2: one record says/,
      );
});

describe('L3: a reader names, rejects or skips invalid lines', () => {
  test.each([
    ['', 'the file has no header: it is empty'],
    ['not json\n', 'line 1: not a line of JSON'],
    [
      '{"format":"other","version":1}\n',
      'line 1: no header of a cart log: format: Invalid input: expected "cart-log"',
    ],
    [
      `${header.replace('"version":1', '"version":2')}\n`,
      'the file has format version 2; this program reads up to 1',
    ],
    [`${header}\n{"t":1,\n`, 'line 2: not a line of JSON'],
    [`${header}\n\n${event}\n[1]`, 'read'],
    [
      `${header}\n${event.replace('"guests":2', '"guests":-2')}`,
      'line 2: event.guests: Too small: expected number to be >=0',
    ],
    [`${header}\n${event.replace('r:1', 'r')}`, 'line 2: event.id: must be "<replicaId>:<seq>"'],
    [`${header}\n{"t":1,"from":"mars","rejected":{"ids":[],"code":1}}`, 'line 2: from: Invalid option'],
    [
      `${header}\n{"t":1,"from":"server","rejected":{"ids":[],"code":1},"accepted":{"ids":[],"version":1}}`,
      'line 2: one record says rejected and accepted',
    ],
  ])('%j → %s', (text, expected) => expect(describeResult(text)).toContain(expected));

  test('a record of an unknown kind is skipped and named', () => {
    const result = readLogFile(`${header}\n{"t":1,"from":"server","weather":{}}\n${event}`);
    expect(result).toMatchObject({ ok: true, file: { skipped: [{ line: 2, kinds: ['weather'] }] } });
  });

  test('E7: an event of an unknown type, or of a newer version, is kept as it is', () => {
    const odd = event.replace('guestsSet', 'tableMoved');
    const newer = event.replace('"guests":2', '"guests":"many","v":9').replace('r:1', 'r:2');
    const file = readLog(`${header}\n${odd}\n${newer}`);
    expect(file.records).toEqual([JSON.parse(odd), JSON.parse(newer)]);
  });
});
