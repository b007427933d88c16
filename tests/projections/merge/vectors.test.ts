import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { append, emptyLog } from '#events/records/log.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { logAt } from '#tests/log-files.ts';
import { given, noodles, shown, tea } from '../given.ts';

const folder = new URL('../../vectors/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl') && !name.endsWith('.expected.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length));

describe('the worked examples of the merge rules, after every record', () => {
  test('there are all of them', () => expect(names).toHaveLength(63));

  // V1, V2, V3, V4, V5a, V5b, V5c, V5d, V5e, V6
  test.each(names)('%s', (name) => {
    const file = logAt(new URL(`${name}.jsonl`, folder));
    const expected = readFileSync(new URL(`${name}.expected.jsonl`, folder), 'utf8')
      .trimEnd()
      .split('\n');
    let log = emptyLog;
    const shown = file.records.map((record) => {
      log = append(log, [record]).log;
      return viewJson(cartView(log));
    });
    expect(shown).toEqual(expected.map((line) => JSON.parse(line)));
  });
});

test('V4: a line of the snapshot of which nothing is left is none', () => {
  const lines = [
    { lineId: '501', item: tea, quantity: 0 },
    { lineId: '502', item: noodles, quantity: 1 },
  ];
  const snapshot = { version: 3, covers: {}, userCarts: [{ userId: 'u1', lines }] };
  expect(shown(given({ snapshot }))).toEqual(['u1: 1 × Beef noodles (502)']);
});
