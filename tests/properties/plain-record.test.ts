// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compareText } from '#events/event-id.ts';
import { areSameVariant, haveSameKey, itemKey, variantKey, type Item } from '#events/item.ts';
import { isPlainRecord } from '#events/plain-record.ts';
import { recordSchemas } from '#events/records.ts';
import { logRecords } from './log-records.ts';
import { forAllOften, manyRunsTime } from './for-all.ts';

type Node = Record<string, unknown>;

const oddities = fc.constantFrom<unknown>(
  null, '', 'x', 'ra:1', 'ra:0', '__proto__:1', 0, 1, -1, 1.5, Infinity, 2 ** 53, true, [], [1, 2], [1, 2, 'ra'], {},
  { ra: 1 }, { ra: -1 }, JSON.parse('{"__proto__": 1}'), 'table', 'orderPlaced',
); // prettier-ignore

/** A record as it comes from a file, with one thing in it changed, taken out or put in. */
const changed = fc
  .record({
    records: logRecords.filter((records) => records.length > 0),
    path: fc.array(fc.nat(9), { maxLength: 6 }),
    how: fc.constantFrom('nothing', 'change', 'remove', 'add'),
    oddity: oddities,
  })
  .map(({ records, path, how, oddity }) => {
    const record = JSON.parse(JSON.stringify(records[0])) as Node;
    let node = record;
    let key = 't';
    for (const [depth, step] of path.entries()) {
      const keys = Object.keys(node);
      key = keys[step % Math.max(1, keys.length)] ?? (Array.isArray(node) ? '0' : 'more');
      const next = node[key];
      if (depth === path.length - 1 || typeof next !== 'object' || next === null) break;
      node = next as Node;
    }
    if (how === 'change') node[key] = oddity;
    else if (how === 'remove' && Array.isArray(node)) node.pop();
    else if (how === 'remove') delete node[key];
    else if (how === 'add' && !Array.isArray(node))
      Object.defineProperty(node, '__proto__', { value: oddity, enumerable: true });
    return record;
  });

test('E5: what the quick look takes, the schema takes as well, and leaves as it is', manyRunsTime, () => {
  let taken = 0;
  let refused = 0;
  forAllOften(changed, (record) => {
    if (!isPlainRecord(record)) {
      refused += 1;
      return;
    }
    taken += 1;
    const kind = (Object.keys(recordSchemas) as (keyof typeof recordSchemas)[]).find(
      (each) => each in record,
    )!;
    expect(z.safeParse(recordSchemas[kind], record)).toEqual({ success: true, data: record });
  });
  expect(Math.min(taken, refused)).toBeGreaterThan(0);
});

const item = fc.record<Item>({
  productId: fc.constantFrom('1', '11'),
  categoryId: fc.constantFrom('', '1', '2:1'),
  notes: fc.constantFrom('', '|', '1×2:31'),
  modifiers: fc.array(
    fc.record({
      modifierProductId: fc.constantFrom('31', '3', '1'),
      quantity: fc.integer({ min: -1, max: 2 }),
    }),
    { maxLength: 3 },
  ),
});

test('E3: items have the same key when product, category, notes and tidied modifiers agree, however it is asked', () => {
  forAllOften(item, item, (a, b) => {
    const variant = ({ productId, categoryId, modifiers }: Item) => {
      const sums: Record<string, number> = {};
      for (const { modifierProductId, quantity } of modifiers)
        if (quantity > 0) sums[modifierProductId] = (sums[modifierProductId] ?? 0) + quantity;
      return JSON.stringify([
        productId,
        categoryId,
        Object.entries(sums).sort(([a], [b]) => compareText(a, b)),
      ]);
    };
    const same = variant(a) === variant(b);
    expect(variantKey(a) === variantKey(b)).toBe(same);
    expect(areSameVariant(a, b)).toBe(same);
    expect(itemKey(a) === itemKey(b)).toBe(same && a.notes === b.notes);
    expect(haveSameKey(a, b)).toBe(same && a.notes === b.notes);
  });
});
