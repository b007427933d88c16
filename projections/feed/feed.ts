/** What happened, in the rows of the table's feed. */
import type { Item } from '#events/item.ts';
import type { Activity } from './activity.ts';

/** Several dishes that one diner added one after the other. */
interface AddedSeveral {
  readonly kind: 'addedSeveral';
  /** Of the first addition; `at` of the last. */
  readonly id: string;
  readonly at: number;
  readonly userId: string;
  readonly userName: string;
  readonly refused: undefined;
  readonly dishes: readonly { readonly item: Item; readonly quantity: number }[];
}

export type FeedRow = Activity | AddedSeveral;

/** Additions with no longer between them are one row, ms. */
const together = 120_000;

/**
 * Without what merely opens a meal: the first order type, which the scan sets, and the first number of guests. Oldest
 * first, as it came.
 */
export function withoutOpening(activity: readonly Activity[]): Activity[] {
  const opening = (['orderType', 'guests'] as const).map((kind) =>
    activity.find((each) => each.kind === kind),
  );
  return activity.filter((each) => !opening.includes(each));
}

/** Consecutive additions of one diner as one row; what was refused stands alone. Oldest first. */
export function feedRows(activity: readonly Activity[]): FeedRow[] {
  const rows: FeedRow[] = [];
  for (const each of activity) {
    const last = rows.at(-1);
    const several = last && joined(last, each);
    if (several) rows[rows.length - 1] = several;
    else rows.push(each);
  }
  return rows;
}

function joined(last: FeedRow, next: Activity): AddedSeveral | undefined {
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
