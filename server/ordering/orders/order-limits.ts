/**
 * Limits how long an order may get, because every phone of its table downloads the whole order. The limits are graded:
 * when diners have used up theirs, staff can still add dishes. When those are used up, too, staff can still void, discount
 * and pay.
 *
 *     limits.order.lines  <  limits.order.linesOfStaff  <  limits.order.whole
 */
import type { OrderAct } from '#contract/calls/service.ts';
import { limits } from '#contract/limits.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { countJsonBytes } from '#server/platform/http/limit-bytes.ts';
import type { Words } from '#server/platform/http/language.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { readAddedLine, type OrderState } from './order-state.ts';

/** Room for the fields that staff and the kitchen add to a line later, bytes. */
const laterBytesOfLine = 200;
/** The longest payment, discount or void, bytes. */
const bytesOfAct = 2 * 1024;

/** Lines are immutable, so each is measured once. */
const measuredBytes = new WeakMap<object, number>();

function measureLine(line: object): number {
  const known = measuredBytes.get(line) ?? countJsonBytes(line);
  measuredBytes.set(line, known);
  return known;
}

function measureLines(lines: readonly object[]): number {
  return lines.reduce<number>((sum, line) => sum + measureLine(line) + laterBytesOfLine, 0);
}

/** The lines as they were ordered. Later changes have their own room (`laterBytesOfLine`). */
function listLines({ placed, life }: Pick<OrderState, 'placed' | 'life'>): readonly PlacedItem[] {
  return [...placed.orderItems, ...life.added.map((event) => readAddedLine(event, placed))];
}

/** Why a round does not fit on its order; undefined if it fits. @param open the order that it is added to */
export function findTooLongReason(
  open: Pick<OrderState, 'placed' | 'life'> | undefined,
  items: readonly object[],
): Words | undefined {
  const bytes = measureLines(open ? listLines(open) : []) + measureLines(items);
  if (bytes <= limits.order.lines) return undefined;
  return getServerTexts('orders.tooLong');
}

/** Whether staff can add this line. */
export function hasRoomForLine(stored: Pick<OrderState, 'placed' | 'life'>, line: object): boolean {
  return measureLines([...listLines(stored), line]) <= limits.order.linesOfStaff;
}

/** Acts that write more than the small fields for which each line has room. */
const actsThatWriteMore: ReadonlySet<OrderAct['type']> = new Set([
  'dishVoided',
  'orderDiscounted',
  'orderPaid',
  'orderRefunded',
]);

/** Whether the order has room for the act. A payment for many diners and a refund of many dishes are longer than others. */
export function hasRoomForAct({ orderItems, ...rest }: Order, act: OrderAct): boolean {
  if (!actsThatWriteMore.has(act.type)) return true;
  const lines = orderItems.reduce((sum, line) => sum + measureLine(line) + 1, 0);
  return lines + countJsonBytes(rest) + bytesOfAct + countJsonBytes(act) <= limits.order.whole;
}
