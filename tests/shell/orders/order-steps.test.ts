import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderStatus, sendStatus } from '#contract/states.ts';
import {
  isAwaited,
  countPieces,
  findPlacedAt,
  calculateProgress,
  findReachedAt,
  steps,
  type Progress,
} from '#src/progress/order-steps.ts';
import { forAllOften } from '#tests/properties/for-all.ts';
import { createPlacedLine } from './placed-line.ts';

const unsent = { sendStatus: sendStatus.unSend };
const allSent = { sendStatus: sendStatus.allSent };
/** A line of a server that reports every step. */
const createLine = (quantity: number, sent = 0, ready = 0, served = 0) =>
  createPlacedLine({ quantity, qtySentToKitchen: sent, qtyVoid: 0, qtyReady: ready, qtyServed: served });

const placeOf = ({ step }: Progress) => steps.indexOf(step);

describe('states of the pieces', () => {
  test('lists each piece once, at its latest state', () => {
    expect(countPieces(createLine(5, 4, 2, 1), unsent)).toEqual({
      received: 1,
      cooking: 2,
      onItsWay: 1,
      served: 1,
    });
  });

  test('does not show a dish as cooking that was sent and voided', () => {
    const line = createPlacedLine({ quantity: 1, qtySentToKitchen: 3, qtyVoid: 2, qtyReady: 0 });
    expect(countPieces(line, unsent)).toEqual({ received: 0, cooking: 1, onItsWay: 0, served: 0 });
  });

  test('counts a beer that was served without the kitchen as sent and ready', () => {
    const line = createPlacedLine({ quantity: 1, qtyServed: 1 });
    expect(countPieces(line, unsent)).toEqual({ received: 0, cooking: 0, onItsWay: 0, served: 1 });
  });
});

describe('the progress of a round', () => {
  test('is that of its slowest dish; faster ones count towards the next steps', () => {
    const progress = calculateProgress([createLine(3, 3, 2, 1), createLine(2, 2)], unsent)!;
    expect(progress).toMatchObject({ step: 'cooking', total: 5 });
    expect(progress.marks).toEqual([
      { step: 'received', reached: 5 },
      { step: 'cooking', reached: 5 },
      { step: 'onItsWay', reached: 2 },
      { step: 'served', reached: 1 },
    ]);
  });

  test('is nothing if no dish of it is left', () => {
    expect(
      calculateProgress([createPlacedLine({ quantity: 0, qtyVoid: 2, qtySentToKitchen: 2 })], unsent),
    ).toBeUndefined();
  });

  // P5
  test('has two steps at a server that only reports the kitchen, and invents none', () => {
    const sent = createPlacedLine({ quantity: 2, qtySentToKitchen: 2 });
    const listMarks = (
      lines: Parameters<typeof calculateProgress>[0],
      order: Parameters<typeof calculateProgress>[1],
    ) => calculateProgress(lines, order)?.marks.map(({ step, reached }) => `${step} ${reached}`);
    expect(listMarks([sent], unsent)).toEqual(['received 2', 'cooking 2']);
    expect(listMarks([createPlacedLine()], unsent)).toEqual(['received 1', 'cooking 0']);
    expect(listMarks([createPlacedLine({ qtySentToKitchen: 0 })], allSent), 'its lines go first').toEqual([
      'received 1',
      'cooking 0',
    ]);
    expect(listMarks([createPlacedLine()], allSent), 'its lines say nothing').toEqual([
      'received 1',
      'cooking 1',
    ]);
    expect(listMarks([createPlacedLine({ qtyReady: 0 })], unsent)).toHaveLength(4);
  });

  test('never goes back as more is sent, ready and served', () => {
    const count = fc.nat({ max: 6 });
    const line = fc.record({ quantity: count, sent: count, ready: count, served: count });
    const more = fc.record({ sent: count, ready: count, served: count });
    const lines = fc.array(fc.tuple(line, more), { minLength: 1, maxLength: 5 });
    const nothing = { sent: 0, ready: 0, served: 0 };
    forAllOften(lines, (changes) => {
      const [before, after] = [changes.map(([was]) => [was, nothing] as const), changes].map((each) =>
        calculateProgress(
          each.map(([was, by]) =>
            createLine(was.quantity, was.sent + by.sent, was.ready + by.ready, was.served + by.served),
          ),
          unsent,
        ),
      );
      expect(after?.total).toBe(before?.total);
      if (!before || !after) return;
      expect(placeOf(after)).toBeGreaterThanOrEqual(placeOf(before));
      for (const [index, { reached }] of before.marks.entries())
        expect(after.marks[index]!.reached).toBeGreaterThanOrEqual(reached);
    });
  });

  test('has every piece in one step, and no step has more than the one before', () => {
    const count = fc.integer({ min: -2, max: 9 });
    forAllOften(fc.nat({ max: 6 }), count, count, count, count, (quantity, sent, back, ready, served) => {
      const line = { ...createLine(quantity, sent, ready, served), qtyVoid: back };
      const pieces = countPieces(line, unsent);
      expect(Math.min(...Object.values(pieces))).toBeGreaterThanOrEqual(0);
      expect(steps.reduce((sum, step) => sum + pieces[step], 0)).toBe(quantity);
      const reached = calculateProgress([line], unsent)?.marks.map((mark) => mark.reached) ?? [];
      expect(reached).toEqual(reached.toSorted((a, b) => b - a));
    });
  });
});

describe('times', () => {
  test('of a round’s placement are those of its first dish; for the first round the order’s time', () => {
    const lines = [createPlacedLine({ placedAt: 9 }), createPlacedLine({ placedAt: 5 })];
    expect(findPlacedAt({ round: 2, lines }, { createAt: 1 })).toBe(5);
    expect(findPlacedAt({ round: 1, lines: [createPlacedLine()] }, { createAt: 1 })).toBe(1);
    expect(
      findPlacedAt({ round: 2, lines: [createPlacedLine()] }, { createAt: 1 }),
      'not reported',
    ).toBeUndefined();
    expect(
      findPlacedAt({ round: 1, lines: [createPlacedLine()] }, { createAt: 0 }),
      'not reported',
    ).toBeUndefined();
  });

  test('of a step are those when all of it had arrived there', () => {
    const lines = [
      createPlacedLine({ sentAt: 3, servedAt: 8 }),
      createPlacedLine({ sentAt: 4, servedAt: 7 }),
    ];
    expect(findReachedAt(lines, 'cooking')).toBe(4);
    expect(findReachedAt(lines, 'served')).toBe(8);
    expect(findReachedAt(lines, 'onItsWay')).toBeUndefined();
  });

  test('of waiting are not shown for a closed order', () => {
    expect(isAwaited({ status: orderStatus.progressing })).toBe(true);
    expect(isAwaited({ status: orderStatus.cancelled })).toBe(false);
  });
});
