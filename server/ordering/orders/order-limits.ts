/** D37: how long an order may get: every phone of its table reads all of it. */
import type { OrderAct } from '#contract/calls/service.ts';
import { limits } from '#contract/limits.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { jsonBytes } from '#server/platform/http/limit-bytes.ts';
import type { Words } from '#server/platform/http/language.ts';
import { addedLine, type OrderState } from './order-state.ts';

/** What the kitchen and the staff write beside a line later, bytes. */
const laterBytesOfLine = 200;
/** Of a payment, a discount or a void, bytes. */
const bytesOfAct = 2 * 1024;

/** Of lines, which nobody changes: each is measured once. */
const measuredBytes = new WeakMap<object, number>();

function bytesOf(line: object): number {
  const known = measuredBytes.get(line) ?? jsonBytes(line);
  measuredBytes.set(line, known);
  return known;
}

function bytesOfLines(lines: readonly object[]): number {
  return lines.reduce<number>((sum, line) => sum + bytesOf(line) + laterBytesOfLine, 0);
}

/** As they came onto it: what was done about them since has room of its own. */
function linesOf({ placed, life }: Pick<OrderState, 'placed' | 'life'>): readonly PlacedItem[] {
  return [...placed.orderItems, ...life.added.map((event) => addedLine(event, placed))];
}

/** Why a round is not taken or shown. @param open the order that it is added to */
export function tooLongReason(
  open: Pick<OrderState, 'placed' | 'life'> | undefined,
  items: readonly object[],
): Words | undefined {
  const bytes = bytesOfLines(open ? linesOf(open) : []) + bytesOfLines(items);
  if (bytes <= limits.order.lines) return undefined;
  return {
    'en-US':
      'One order has no room for all of that. Leave something in the cart, or pay what is ordered: what comes next goes on a new order',
    'zh-TW': '一張訂單放不下這麼多餐點。請先把一部分留在購物車，或先結帳，之後點的餐會開新的訂單',
  };
}

/** Whether there is room for a line that the staff add: beyond what the phones may, so that there is some when they are full. */
export function hasRoomForLine(stored: Pick<OrderState, 'placed' | 'life'>, line: object): boolean {
  return bytesOfLines([...linesOf(stored), line]) <= limits.order.linesOfStaff;
}

/** What is written beside the dishes, or about them at length. */
const actsThatWriteMore: ReadonlySet<OrderAct['type']> = new Set([
  'dishVoided',
  'orderDiscounted',
  'orderPaid',
  'orderRefunded',
]);

/** Whether there is room for what the act writes; for what each line has room for there always is. */
export function hasRoomForAct({ orderItems, ...rest }: Order, type: OrderAct['type']): boolean {
  if (!actsThatWriteMore.has(type)) return true;
  const lines = orderItems.reduce((sum, line) => sum + bytesOf(line) + 1, 0);
  return lines + jsonBytes(rest) + bytesOfAct <= limits.order.whole;
}
