// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { variantKey, type Item } from '#events/item.ts';
import { compareEntries, logOf } from '#events/records/log.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { explainer } from '#projections/merge/explain.ts';
import { logRecords } from './log-records.ts';
import { phoneLog } from './phone-logs.ts';
import { forAll, runs } from './for-all.ts';

test('every kind of explanation is met', () => {
  const met = new Set<string>();
  forAll(fc.oneof(phoneLog, logRecords), (records) => {
    const log = logOf(records);
    const why = explainer(log);
    for (const id of log.entries.keys()) met.add(why(id).kind);
  });
  expect([...met].sort()).toEqual([
    'changed',
    'covered',
    'cut',
    'nothing',
    'rejected',
    'set',
    'void',
    'waits',
  ]);
});

test('V1–V5, F1: over any snapshot, the last change of each line leaves it as it is shown', () => {
  let fromBase = 0;
  forAll(phoneLog, (records) => {
    const log = logOf(records);
    const why = explainer(log);
    const quantities = new Map<string, number>();
    const nameOf = (userId: string, { lineId, item }: { lineId: string; item: Item }) =>
      JSON.stringify([userId, lineId, variantKey(item)]);
    for (const { userId, lines } of log.snapshot?.userCarts ?? [])
      for (const line of lines) quantities.set(nameOf(userId, line), line.quantity);
    fromBase += quantities.size;
    for (const { event } of [...log.entries.values()].sort(compareEntries)) {
      const explanation = why(event.id);
      if (explanation.kind === 'cut')
        for (const userId of explanation.emptiesBaseOf)
          for (const { userId: owner, lines } of log.snapshot!.userCarts)
            for (const line of lines) if (owner === userId) quantities.delete(nameOf(userId, line));
      if (explanation.kind !== 'changed') continue;
      for (const change of explanation.changes) quantities.set(nameOf(change.userId, change), change.after);
    }
    const shown = cartView(log).carts.flatMap(({ userId, lines }) =>
      lines.map((line) => [nameOf(userId, line), line.quantity] as const),
    );
    expect(new Map([...quantities].filter(([, quantity]) => quantity > 0))).toEqual(new Map(shown));
  });
  expect(fromBase).toBeGreaterThan(runs.numRuns / 10);
});
