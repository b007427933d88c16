// @module-tag long
import { describe, expect, test } from 'vitest';
import { getVariantKey, type Item } from '#events/item.ts';
import { compareEntries, type Log, logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { explain, createExplainer, type Explanation } from '#projections/merge/explain.ts';
import { forAll, runs } from '#tests/properties/for-all.ts';
import { phoneLog } from '#tests/properties/phone-logs.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import {
  add,
  clear,
  createLog,
  createGuests,
  createDecrease,
  noodles,
  order,
  createNotesEdit,
  tea,
} from '../given.ts';
import { logAt } from '#tests/log-files.ts';

/** The log of a worked example: its first `count` records, or all. */
function readExample(name: string, count?: number): Log {
  return logOf(logAt(`tests/vectors/${name}.jsonl`).records.slice(0, count));
}

/** `V5a changed` with the details of the explanation in a few words. */
function summariseExplanation(explanation: Explanation): string {
  const { rule, kind } = explanation;
  const describeDetails = (): string => {
    switch (explanation.kind) {
      case 'changed':
        return explanation.changes
          .map(({ lineId, before, after, notesBefore, item }) => {
            const notes = notesBefore === item.notes ? '' : ` ${notesBefore || 'none'}>${item.notes}`;
            return `${lineId} ${before}>${after}${notes}`;
          })
          .join(', ');
      case 'removal':
        return [...explanation.removes, ...explanation.emptiesBaseOf.map((user) => `base of ${user}`)].join(
          ', ',
        );
      case 'removed':
        return explanation.by.join(', ');
      case 'blocked':
        return explanation.for.join(', ');
      case 'rejected':
        return String(explanation.code);
      case 'covered':
        return String(explanation.version);
      case 'nothing':
        return explanation.because + ('by' in explanation ? ` ${explanation.by ?? 'snapshot'}` : '');
      case 'set':
      case 'unknown':
        return '';
      default:
        return explanation satisfies never;
    }
  };
  return `${rule} ${kind} ${describeDetails()}`.trim();
}

describe('the worked examples, explained', () => {
  test.each<[example: string, records: number | undefined, id: string, expected: string]>([
    ['01-add-twice-same-key', undefined, 'ra:2', 'V5a changed ra:1 1>3'],
    ['04-decrease-stops-at-zero', undefined, 'ra:2', 'V5b changed ra:1 1>0'],
    ['04-decrease-stops-at-zero', undefined, 'rb:1', 'V5b nothing noSuchLine'],
    ['05-late-event-folds-in-its-place', 1, 'ra:1', 'V5b nothing noSuchLine'],
    ['06-notes-split-and-join', undefined, 'ra:3', 'V5c changed ra:2 2>3, ra:1 1>0'],
    ['07-add-to-a-line-whose-notes-changed-meanwhile', undefined, 'ra:2', 'V5c changed ra:1 1>1 none>hot'],
    ['08-clear-spares-what-it-has-not-seen', undefined, 'ra:1', 'V3 removed ra:2'],
    ['08-clear-spares-what-it-has-not-seen', undefined, 'ra:2', 'V3 removal ra:1, rb:1'],
    ['08-clear-spares-what-it-has-not-seen', undefined, 'rb:2', 'V5a changed rb:2 0>1'],
    ['11-order-takes-what-it-saw', undefined, 'ra:1', 'V3 removed server:1'],
    ['14-event-waits-for-what-its-author-had-seen', 1, 'rb:1', 'V1 blocked ra:1'],
    ['14-event-waits-for-what-its-author-had-seen', 1, 'ra:1', 'V1 unknown'],
    ['15-cut-with-a-forged-future-waits', 1, 'rb:1', 'V1 unknown'],
    ['15-cut-with-a-forged-future-waits', 2, 'rb:1', 'V1 blocked ra:2'],
    ['15-cut-with-a-forged-future-waits', undefined, 'rb:1', 'V1 blocked ra:3'],
    ['20-snapshot-of-an-event-aware-server', undefined, 'rb:2', 'F1 covered 6'],
    ['24-guests-unset', undefined, 'ra:1', 'V5d nothing laterValue ra:2'],
    ['24-guests-unset', undefined, 'ra:2', 'V5d set'],
    ['26-gap-waits', 2, 'rb:3', 'V1 blocked rb:2'],
    ['27-gap-closed-by-a-rejection', undefined, 'rb:1', 'F2 rejected 2025'],
    ['29-rejected-event-leaves-the-cart', undefined, 'ra:1', 'F2 rejected 2025'],
    ['32-clear-over-a-snapshot', undefined, 'ra:2', 'V3 removal base of u1'],
    ['33-plain-server-line-found-by-key', undefined, 'ra:1', 'V5b changed 501 2>1'],
    ['35-snapshot-with-a-later-guest-count', undefined, 'ra:1', 'V5d nothing laterValue snapshot'],
    ['36-event-of-an-unknown-type', undefined, 'rb:1', 'E7 nothing unknownType'],
    ['36-event-of-an-unknown-type', undefined, 'rb:3', 'E7 nothing newerVersion'],
    ['41-rejected-cut-cuts-nothing', undefined, 'rb:1', 'F2 rejected 10010'],
    ['43-line-cleared-and-added-again-is-another-line', undefined, 'rb:1', 'V5b nothing noSuchLine'],
  ])('%s, records: %s, %s: %s', (name, count, id, expected) =>
    expect(summariseExplanation(explain(readExample(name, count), id))).toBe(expected),
  );
});

describe('cases that the examples do not contain', () => {
  test('V3: every effective removal that had seen the event is named, in total order', () => {
    const log = createLog(add('ra:1', tea, 1), clear('rc:1', 'table', { ra: 1 }, { at: 9 }), clear('rb:1', 'user', { ra: 1 }, { at: 8 })); // prettier-ignore
    expect(summariseExplanation(explain(log, 'ra:1'))).toBe('V3 removed rb:1, rc:1');
  });

  test('O5: an order names the events that stayed in the cart, and those name the order', () => {
    const log = readExample('48-order-without-a-line-that-stays', 4);
    expect(explain(log, 'server:1')).toMatchObject({ removes: ['ra:1', 'rb:2'], keeps: ['rb:1'] });
    expect(explain(log, 'rb:1')).toMatchObject({ kind: 'changed', keptBy: ['server:1'] });
    expect(explain(readExample('48-order-without-a-line-that-stays', 3), 'rb:1')).toMatchObject({
      keptBy: [],
    });
  });

  test('V1: the event that is missing first is named, not the blocked events in between', () => {
    const log = createLog(
      add('ra:3', tea, 1),
      add('ra:2', tea, 1, { seen: { rb: 2 } }),
      createGuests('ra:1', 1),
    );
    expect(summariseExplanation(explain(log, 'ra:3'))).toBe('V1 blocked rb:1');
  });

  test('V1: an event that claims to have seen itself is not blocked by any event that could come', () => {
    const log = createLog(add('ra:1', tea, 1, { seen: { ra: 1 } }));
    expect(summariseExplanation(explain(log, 'ra:1'))).toBe('V1 blocked');
  });

  test('V5c: an edit with the notes that the line already has', () => {
    const log = createLog(add('ra:1', tea, 1), createNotesEdit('ra:2', 'ra:1', tea, ''));
    expect(summariseExplanation(explain(log, 'ra:2'))).toBe('V5c nothing sameNotes');
  });

  test('V5c: an edit of a line that does not exist', () => {
    const log = createLog(add('ra:1', tea, 1), createNotesEdit('ra:2', 'rx:1', noodles, 'hot'));
    expect(summariseExplanation(explain(log, 'ra:2'))).toBe('V5c nothing noSuchLine');
  });

  test('O5: of two removals only the order that kept the line is named, and only if it had seen it', () => {
    const added = add('ra:1', tea, 1);
    const cleared = clear('rb:1', 'table', {}, { at: 8 });
    const createOrder = (seen: VersionVector) => order('server:1', 'o1', seen, { at: 9, kept: ['ra:1'] });
    expect(explain(createLog(added, cleared, createOrder({ ra: 1 })), 'ra:1')).toMatchObject({
      keptBy: ['server:1'],
    });
    expect(explain(createLog(added, cleared, createOrder({})), 'ra:1')).toMatchObject({ keptBy: [] });
    expect(explain(createLog(added, cleared, createOrder({})), 'server:1')).toMatchObject({
      removes: [],
      keeps: [],
    });
  });

  test('V3: a rejected or covered event is not removed again', () => {
    const events = [
      add('ra:1', tea, 1),
      add('ra:2', noodles, 1),
      createGuests('ra:3', 2),
      add('ra:4', tea, 2),
    ];
    const snapshot = { version: 1, covers: { ra: 1 }, userCarts: [] };
    const log = createLog(
      { snapshot },
      ...events,
      { rejected: { ids: ['ra:2'], code: 2025 } },
      clear('rb:1', 'table', { ra: 4 }, { at: 9 }),
    );
    expect(explain(log, 'rb:1')).toMatchObject({ removes: ['ra:4'], emptiesBaseOf: [] });
  });

  test('V1: missing events are named in the order of their ids', () => {
    const log = createLog(add('ra:1', tea, 1, { seen: { rc: 1, rb: 1 } }));
    expect(summariseExplanation(explain(log, 'ra:1'))).toBe('V1 blocked rb:1, rc:1');
  });

  test('V5b: at its place in the total order, not in the order of arrival', () => {
    const log = createLog(
      add('ra:1', noodles, 3, { at: 5 }),
      createDecrease('rb:1', 'ra:1', noodles, 1, { at: 4 }),
    );
    expect(summariseExplanation(explain(log, 'rb:1'))).toBe('V5b nothing noSuchLine');
  });
});

test('V1–V5, F1, F2: over any snapshot, the explanation of the last change of each line matches the view', () => {
  let fromBase = 0;
  forAll(phoneLog, (records) => {
    const log = logOf(records);
    const why = createExplainer(log);
    const quantities = new Map<string, number>();
    const nameOf = (userId: string, { lineId, item }: { lineId: string; item: Item }) =>
      JSON.stringify([userId, lineId, getVariantKey(item)]);
    for (const { userId, lines } of log.snapshot?.userCarts ?? [])
      for (const line of lines) quantities.set(nameOf(userId, line), line.quantity);
    fromBase += quantities.size;
    for (const { event } of [...log.entries.values()].sort(compareEntries)) {
      const explanation = why(event.id);
      if (explanation.kind === 'removal')
        for (const userId of explanation.emptiesBaseOf)
          for (const { userId: owner, lines } of log.snapshot!.userCarts)
            for (const line of lines) if (owner === userId) quantities.delete(nameOf(userId, line));
      if (explanation.kind !== 'changed') continue;
      for (const change of explanation.changes) quantities.set(nameOf(change.userId, change), change.after);
    }
    const view = projectCartView(log);
    const shown = view.carts.flatMap(({ userId, lines }) =>
      lines.map((line) => [nameOf(userId, line), line.quantity] as const),
    );
    expect(new Map([...quantities].filter(([, quantity]) => quantity > 0))).toEqual(new Map(shown));
    const waits = [...log.entries.keys()].filter((id) => why(id).kind === 'blocked');
    expect(waits.toSorted()).toEqual(view.blocked);
  });
  expect(fromBase).toBeGreaterThan(runs.numRuns / 10);
});
