/** Groups activities into rows of the table's feed. */
import type { Item } from '#events/item.ts';
import type { Activity } from './activity.ts';

/** Several dishes that one diner added one after the other. */
interface AddedSeveral {
  readonly kind: 'addedSeveral';
  /** The id of the first addition. `at` is the time of the last one. */
  readonly id: string;
  readonly at: number;
  readonly userId: string;
  readonly userName: string;
  readonly refused: undefined;
  readonly dishes: readonly { readonly item: Item; readonly quantity: number }[];
}

export type FeedRow = Activity | AddedSeveral;

/** Additions with at most this time between them are one row, ms. */
const together = 120_000;

/**
 * Leaves out what merely starts a meal: the first order type, which the scan sets, and the first number of guests.
 *
 * @param activity oldest first
 */
export function dropOpening(activity: readonly Activity[]): Activity[] {
  const opening = (['orderType', 'guests'] as const).map((kind) =>
    activity.find((each) => each.kind === kind),
  );
  return activity.filter((each) => !opening.includes(each));
}

/**
 * Combines consecutive additions of one diner into one row. Rejected ones stay separate.
 *
 * @param activity oldest first
 */
export function groupFeedRows(activity: readonly Activity[]): FeedRow[] {
  const rows: FeedRow[] = [];
  for (const each of activity) {
    const last = rows.at(-1);
    const several = last && combineAdditions(last, each);
    if (several) rows[rows.length - 1] = several;
    else rows.push(each);
  }
  return rows;
}

function combineAdditions(last: FeedRow, next: Activity): AddedSeveral | undefined {
  if (next.kind !== 'added' || (last.kind !== 'added' && last.kind !== 'addedSeveral')) return undefined;
  if (last.userId !== next.userId || next.at - last.at > together) return undefined;
  if (last.refused !== undefined || next.refused !== undefined) return undefined;
  if (('unsigned' in last && last.unsigned) || next.unsigned) return undefined;
  const { id, userId, userName } = last;
  const dishes = [...('dishes' in last ? last.dishes : [last]), next];
  return {
    kind: 'addedSeveral',
    id,
    at: next.at,
    userId,
    userName,
    refused: undefined,
    dishes: dishes.map(({ item, quantity }) => ({ item, quantity })),
  };
}
