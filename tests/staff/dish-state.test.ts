import { describe, expect, it } from 'vitest';
import {
  groupDishesByRound,
  listCourses,
  computeDishState,
  openPieces,
} from '#staff/orders/dishes/dish-state.ts';
import { createPlacedItem } from './orders.ts';

describe('the pieces of a dish', () => {
  it('are new until they are sent', () => {
    expect(computeDishState(createPlacedItem())).toEqual({ fresh: 2, inKitchen: 0, ready: 0, served: 0 });
  });

  it('are each at one stage', () => {
    const state = computeDishState(
      createPlacedItem({ quantity: 5, qtySentToKitchen: 4, qtyReady: 3, qtyServed: 1 }),
    );
    expect(state).toEqual({ fresh: 1, inKitchen: 1, ready: 2, served: 1 });
    expect(openPieces(state)).toBe(4);
  });

  // CB7
  it('do not count once they are voided: of three sent ones one is left, and it is served', () => {
    const item = createPlacedItem({
      quantity: 1,
      qtySentToKitchen: 3,
      qtyVoid: 2,
      qtyReady: 1,
      qtyServed: 1,
    });
    expect(computeDishState(item)).toEqual({ fresh: 0, inKitchen: 0, ready: 0, served: 1 });
    expect(
      openPieces(computeDishState(createPlacedItem({ quantity: 0, qtySentToKitchen: 2, qtyVoid: 2 }))),
    ).toBe(0);
  });

  it('are never more than were ordered, whatever another server says', () => {
    const item = createPlacedItem({ quantity: 2, qtySentToKitchen: 9, qtyReady: 9, qtyServed: 9 });
    expect(computeDishState(item)).toEqual({ fresh: 0, inKitchen: 0, ready: 0, served: 2 });
  });
});

// CX86
describe('the courses of a round', () => {
  const createLine = (course: number, fields: object) => ({ ...createPlacedItem(fields), course });
  it('can be held after the first one, and fired while they are held', () => {
    const soup = createLine(1, { id: 'soup' });
    const beef = createLine(2, { id: 'beef' });
    expect(listCourses([soup])).toEqual([]);
    expect(listCourses([beef])).toEqual([{ course: 2, act: 'courseHeld' }]);
    expect(listCourses([soup, beef])).toEqual([{ course: 2, act: 'courseHeld' }]);
    expect(listCourses([soup, { ...beef, heldCourse: 2 }])).toEqual([{ course: 2, act: 'courseFired' }]);
    expect(listCourses([soup, createLine(2, { quantity: 1, qtyReady: 1 })])).toEqual([]);
  });
  it('leave held dishes out of what is sent with the round', () => {
    const held = { ...createPlacedItem({ quantity: 2, round: 1 }), heldCourse: 2 };
    expect(groupDishesByRound([held])).toMatchObject([{ unsent: 0 }]);
  });
});

describe('the rounds of an order', () => {
  it('are shown newest first, and each names the dishes that were not sent', () => {
    const rounds = groupDishesByRound([
      createPlacedItem({ id: 'a', qtySentToKitchen: 1 }),
      createPlacedItem({ id: 'b', round: 2, qtySentToKitchen: 2 }),
      createPlacedItem({ id: 'c', round: 3, quantity: 4 }),
      createPlacedItem({ id: 'gone', round: 3, quantity: 0 }),
    ]);
    expect(rounds.map(({ round, unsent }) => [round, unsent])).toEqual([
      [3, 4],
      [2, 0],
      [1, 1],
    ]);
    expect(
      rounds[0]?.dishes.map(({ id }) => id),
      'a dish that was never sent and is gone has no state',
    ).toEqual(['c']);
  });
});
