/** Selects the records that the viewer jumps between: all, those of one diner or one line, or those where phones differ. */
import { getItemKey, type Item } from '#events/item.ts';
import type { LogRecord } from '#events/records/records.ts';
import { isLineEvent } from '#projections/merge/line-fold.ts';
import type { LineChange } from '#projections/merge/line-changes.ts';
import type { ReplayStep } from '#projections/replay/replay.ts';
import { interpret } from '#events/cart/registry.ts';
import type { TableOfLogs } from './table-of-logs.ts';

export interface FollowedLine {
  readonly kind: 'line';
  readonly userId: string;
  readonly ids: readonly string[];
  readonly item: Item;
}

export type Follow =
  | { readonly kind: 'everything' }
  | { readonly kind: 'divergences' }
  | { readonly kind: 'diner'; readonly userId: string }
  | FollowedLine;

export const everything: Follow = { kind: 'everything' };

/** True if the record belongs to the followed diner or line. A record without an effect counts too. */
export function isFollowed(follow: Follow, { record, effect }: ReplayStep): boolean {
  switch (follow.kind) {
    case 'everything':
    case 'divergences':
      return true;
    case 'diner':
      return (
        findUser(record) === follow.userId || effect.changes.some(({ userId }) => userId === follow.userId)
      );
    case 'line':
      return effect.changes.some((change) => isOfLine(follow, change)) || isWriteToLine(follow, record);
    default:
      return follow satisfies never;
  }
}

/**
 * The next position with a followed record; for `way` -1 the previous one. A divergence counts at the position at which
 * the phones visibly differ. Returns undefined if there is no such position.
 */
export function findNextPosition(
  table: TableOfLogs,
  follow: Follow,
  position: number,
  way: 1 | -1,
): number | undefined {
  const { axis, phones, divergences } = table;
  if (follow.kind === 'divergences') {
    const places = divergences.map(({ settledAt }) => settledAt + 1);
    return way === 1
      ? places.find((place) => place > position)
      : places.findLast((place) => place < position);
  }
  for (let index = position - 1 + way; index >= 0 && index < axis.length; index += way) {
    const { phone, index: step } = axis[index]!;
    if (isFollowed(follow, phones[phone]!.replay.steps[step]!)) return index + 1;
  }
  return way === -1 && position > 0 && follow.kind === 'everything' ? 0 : undefined;
}

function findUser(record: LogRecord): string | undefined {
  return 'event' in record ? record.event.userId : undefined;
}

/** The line that the event of a record changes. */
export function findFollowedLine(record: LogRecord): FollowedLine | undefined {
  const event = 'event' in record ? interpret(record.event) : undefined;
  if (!event || !isLineEvent(event)) return undefined;
  return { kind: 'line', userId: event.userId, ids: [event.lineId, event.id], item: event.item };
}

function isOfLine({ userId, ids, item }: FollowedLine, change: LineChange): boolean {
  if (change.userId !== userId) return false;
  if (ids.includes(change.lineId)) return true;
  const key = getItemKey(item);
  return getItemKey(change.item) === key || getItemKey({ ...change.item, notes: change.notesBefore }) === key;
}

function isWriteToLine({ userId, ids, item }: FollowedLine, record: LogRecord): boolean {
  const line = findFollowedLine(record);
  if (!line || line.userId !== userId) return false;
  return line.ids.some((id) => ids.includes(id)) || getItemKey(line.item) === getItemKey(item);
}
