import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openLog } from '#tools/replay/files.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

// Zod's messages are those of the command line.
z.config(z.locales.en());

const folder = createFolderForTests();
const good = readFileSync('tests/golden/v1-event-aware-server.jsonl', 'utf8');
const [header, ...records] = good.trimEnd().split('\n') as [string, ...string[]];

let count = 0;
/** Reads a file with this content. Returns the messages without the file's name, and the number of records. */
function readMessages(content: string | Buffer) {
  const path = join(folder, `${++count}.jsonl`);
  writeFileSync(path, content);
  const opened = openLog(path);
  const words = [...opened.complaints, ...opened.warnings];
  for (const each of words) expect(each.startsWith(`${path}: `)).toBe(true);
  return {
    words: words.map((each) => each.slice(path.length + 2)),
    records: opened.file?.records.length,
  };
}

const joinLines = (...each: string[]) => each.map((line) => line + '\n').join('');

describe('L1: a log is read', () => {
  test.each([
    ['as it is', good],
    ['with the mark that some editors put first', `\ufeff${good}`],
    ['with the line ends of Windows', good.replaceAll('\n', '\r\n')],
    ['without its last line end', good.trimEnd()],
    ['with blank lines', good.replaceAll('\n', '\n\n')],
  ])('%s', (_, content) => expect(readMessages(content)).toEqual({ words: [], records: records.length }));

  test('of a header alone', () => expect(readMessages(header)).toEqual({ words: [], records: 0 }));
});

describe('L3: each error names file and line', () => {
  test.each<[what: string, content: string | Buffer, words: string]>([
    ['an empty file', '', 'line 1: the file has no header: it is empty'],
    ['a truncated line', good.slice(0, 700), 'line 4: not a line of JSON, or cut off'],
    ['a character cut in two', Buffer.from(joinLines(header) + '{"t":"少').subarray(0, -1), 'line 2: not text in UTF-8, or cut off'],
    ['a line in the middle', joinLines(header, records[0]!.slice(9), records[1]!), 'line 2: not a line of JSON'],
    ['a picture', readFileSync('public/icons/192.png'), 'line 1: not text in UTF-8'],
    ['a packed file', gzipSync(good), 'line 1: not text in UTF-8'],
    ['another encoding', Buffer.from(good, 'utf16le'), 'line 1: not text in UTF-8'],
    ['one byte that is no text', Buffer.from(joinLines(header, records[0]!, records[1]!).replace('Ann', 'Ann\u0080'), 'latin1'), 'line 2: not text in UTF-8'],
    ['a list', '[]', 'line 1: no header of a cart log: the line: Invalid input: expected object, received array'],
    ['JSON over many lines', JSON.stringify(JSON.parse(header), null, 1), 'line 1: not a line of JSON'],
  ])('%s', (_, content, words) => expect(readMessages(content)).toEqual({ words: [words], records: undefined })); // prettier-ignore

  test('a file that is not a log', () => {
    const path = join(folder, 'none');
    const createRefusal = (why: string) => ({
      file: undefined,
      complaints: [`${path}: ${why}`],
      warnings: [],
    });
    expect(openLog(path)).toEqual(createRefusal('there is no such file'));
    mkdirSync(path);
    expect(openLog(path)).toEqual(createRefusal('is a directory, not a log file'));
  });

  test('a replacement character that somebody typed is an ordinary character', () =>
    expect(readMessages(good.replaceAll('少冰', '\ufffd'))).toEqual({ words: [], records: records.length }));
});

describe('L3: skipped records are named, each kind once', () => {
  const odd = '{"t":1,"from":"server","weather":{}}';
  test.each<[what: string, more: string[], words: string[]]>([
    ['one', [odd], ['line 2: skipped, a record of an unknown kind (weather)']],
    ['many', [odd, '{"t":1,"from":"x","tide":1}', odd, odd], [
      'line 2: skipped, a record of an unknown kind (weather), as in line 4, 5',
      'line 3: skipped, a record of an unknown kind (tide)',
    ]],
['very many', Array.from({ length: 40 }, () => odd), ['line 2: skipped, a record of an unknown kind (weather), as in 39 more lines up to 41']],
    ['an empty one', ['{}'], ['line 2: skipped, a record of an unknown kind (empty)']],
    ['one with many fields', ['{"a":1,"b":1,"c":1,"d":1,"e":1}'], ['line 2: skipped, a record of an unknown kind (a, b, c, d, …)']],
    ['two logs in one file', [header], ['line 2: skipped, a record of an unknown kind (a second header: two logs in one file?)']],
  ])('%s', (_, more, words) => expect(readMessages(joinLines(header, ...more, records[0]!))).toEqual({ words, records: 1 })); // prettier-ignore
});

describe('L3: a reader that continues after a mistake gets the rest, and every mistake is named', () => {
  /** Reads a file in spite of its mistakes. */
  function readWithMistakes(content: string | Buffer) {
    const path = join(folder, `${++count}.jsonl`);
    writeFileSync(path, content);
    const { file, complaints, warnings } = openLog(path, true);
    const words = [...complaints, ...warnings].map((each) => each.slice(path.length + 2));
    return { words, records: file?.records.length, merchant: file?.header.merchantId };
  }

  test.each<[what: string, content: string | Buffer, words: string[], records: number | undefined]>([
    ['a broken line in the middle', joinLines(header, records[0]!, '{"t":', records[1]!), ['line 3: not a line of JSON'], 2],
    ['a truncated file', good.slice(0, 700), ['line 4: not a line of JSON, or cut off'], 2],
    ['a line that is not text', Buffer.concat([Buffer.from(joinLines(header, records[0]!)), Buffer.from([0xff, 10]), Buffer.from(records[1]!)]), ['line 3: not text in UTF-8'], 2],
    ['a newer format', joinLines(header.replace('"version":1', '"version":2'), records[0]!, '{"t":1,"from":"peer","weather":{}}'), [
      'line 1: the file has format version 2; this program reads up to 1',
      'line 3: skipped, a record of an unknown kind (weather)',
    ], 1],
    ['no log at all', 'hello\nworld', ['line 1: not a line of JSON', 'line 2: not a line of JSON, or cut off'], undefined],
    ['an empty file', '', ['line 1: the file has no header: it is empty'], undefined],
  ])('%s', (_, content, words, read) => expect(readWithMistakes(content)).toMatchObject({ words, records: read })); // prettier-ignore

  test('a log without its first line belongs to no known phone', () => {
    const { merchant, records: read } = readWithMistakes(joinLines(...records));
    expect({ merchant, read }).toEqual({ merchant: '(unknown)', read: records.length });
  });

  test('many mistakes are counted', () => {
    const { words } = readWithMistakes(joinLines(header, ...Array.from({ length: 40 }, () => '{')));
    expect(words).toHaveLength(13);
    expect(words.at(-1)).toBe('28 more mistakes, the last in line 41');
  });
});
