/** The words of a replay, in English: what a record says, what lines are, what a cart holds. */
import { understood, type AnyEvent } from '#events/catalogue.ts';
import { compareText, parseEventId, type EventIdParts } from '#events/event-id.ts';
import { tidyModifiers, type Item } from '#events/item.ts';
import type { LogRecord } from '#events/records.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { LineChange } from '#projections/feed/line-changes.ts';
import type { ValueChange } from '#projections/replay/value-changes.ts';

export type NameOf = (userId: string) => string;

const orderTypes = ['dine-in', 'pickup', 'to-go', 'delivery'];

export function orderTypeWord(orderType: number): string {
  return orderTypes[orderType] ?? `online (${orderType})`;
}

/** A dish with what tells its line apart: modifiers, notes. */
export function itemWords(item: Item, notes = item.notes): string {
  const names = new Map(item.modifiers.map((each) => [each.modifierProductId, each.name]));
  const modifiers = tidyModifiers(item.modifiers).map(
    ({ modifierProductId: id, quantity }) => `${quantity} × ${names.get(id) ?? id}`,
  );
  return [
    item.name ?? `dish ${item.productId}`,
    ...(modifiers.length > 0 ? [`[${modifiers.join(', ')}]`] : []),
    ...(notes === '' ? [] : [`"${notes}"`]),
  ].join(' ');
}

export function recordWords(record: LogRecord): string {
  if ('event' in record) return `${record.event.id} ${eventWords(record.event)}`;
  if ('snapshot' in record) {
    const { version, events = [], userCarts } = record.snapshot;
    const lines = userCarts.reduce((sum, cart) => sum + cart.lines.length, 0);
    const parts = [lines > 0 && counted(lines, 'line'), events.length > 0 && counted(events.length, 'event')];
    return [`snapshot ${version}`, parts.filter(Boolean).join(' and ')].filter(Boolean).join(' with ');
  }
  if ('rejected' in record) return `rejected ${idWords(record.rejected.ids)} (${record.rejected.code})`;
  return `accepted ${idWords(record.accepted.ids)}, version ${record.accepted.version}`;
}

export function eventWords(event: AnyEvent): string {
  const known = understood(event);
  switch (known?.type) {
    case 'itemAdded':
      return `adds ${known.quantity} × ${itemWords(known.item)}`;
    case 'itemDecreased':
      return `takes away ${known.quantity} × ${itemWords(known.item)}`;
    case 'notesEdited':
      return `notes of ${itemWords(known.item)}: "${known.notes}"`;
    case 'cartCleared':
      return known.scope === 'table' ? "clears the table's cart" : 'clears the own cart';
    case 'orderPlaced':
      return `order ${known.orderId}${known.kept?.length ? `, keeping ${idWords(known.kept)}` : ''}`;
    case 'guestsSet':
      return `guests: ${known.guests}`;
    case 'orderTypeSet':
      return `order type: ${orderTypeWord(known.orderType)}`;
    case undefined:
      return `${event.type}${event.v === undefined ? '' : `, version ${event.v}`}`;
    default:
      return known satisfies never;
  }
}

/** `+2 × Beef noodles (now 3)`. */
export function changeWords({ item, before, after, notesBefore }: LineChange): string {
  if (before === after)
    return `notes of ${after} × ${itemWords(item, '')}: ${notesWord(notesBefore)} → ${notesWord(item.notes)}`;
  const dish = itemWords(item);
  if (after === 0) return `−${before} × ${dish} (line gone)`;
  const was = before > 0 && notesBefore !== item.notes ? `, notes were ${notesWord(notesBefore)}` : '';
  const difference = after > before ? `+${after - before}` : `−${before - after}`;
  return `${difference} × ${dish} (now ${after}${was})`;
}

export function valueChangeWords(changes: readonly ValueChange[]): string[] {
  return changes.map((change) => {
    switch (change.what) {
      case 'guests':
        return `guests: ${guestsWord(change.before)} → ${guestsWord(change.after)}`;
      case 'orderType':
        return `order type: ${orderTypeOf(change.before)} → ${orderTypeOf(change.after)}`;
      case 'lastOrderId':
        return `last order: ${change.before ?? 'none'} → ${change.after ?? 'none'}`;
      default:
        return change satisfies never;
    }
  });
}

export function viewWords(view: CartView, nameOf: NameOf): string[] {
  const words = view.carts.flatMap(({ userId, lines }) => [
    `cart of ${nameOf(userId)}`,
    ...lines.map(({ item, quantity }) => `  ${quantity} × ${itemWords(item)}`),
  ]);
  if (words.length === 0) words.push('the cart is empty');
  words.push(
    `guests: ${guestsWord(view.guests)}, order type: ${orderTypeOf(view.orderType)}, last order: ${view.lastOrderId ?? 'none'}`,
  );
  if (view.waiting.length > 0) words.push(`waiting: ${idWords(view.waiting)}`);
  return words;
}

/** So many ids are listed one by one, or so many runs of consecutive ones. */
const listedIds = 12;

/** Ids as a list; where they are many, those that follow each other as `ra:1…ra:200`. */
export function idWords(ids: readonly string[]): string {
  if (ids.length <= listedIds) return ids.join(', ');
  const runs: [first: string, last: string][] = [];
  let before: EventIdParts | undefined;
  for (const [id, parts] of inOrder(ids)) {
    const run = runs.at(-1);
    const follows = before && parts?.replicaId === before.replicaId && parts.seq === before.seq + 1;
    if (run && follows) run[1] = id;
    else runs.push([id, id]);
    before = parts;
  }
  const words = runs
    .slice(0, listedIds)
    .map(([first, last]) => (first === last ? first : `${first}…${last}`));
  if (runs.length > listedIds) words.push('…');
  return `${words.join(', ')} (${ids.length} ids)`;
}

function inOrder(ids: readonly string[]): (readonly [id: string, parts: EventIdParts | undefined])[] {
  return ids
    .map((id) => [id, parseEventId(id)] as const)
    .sort(([, a], [, b]) =>
      a && b ? compareText(a.replicaId, b.replicaId) || a.seq - b.seq : Number(!a) - Number(!b),
    );
}

function notesWord(notes: string): string {
  return notes === '' ? 'none' : `"${notes}"`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function guestsWord(guests: number | null): string {
  return guests === null ? 'not set' : guests === 0 ? 'none' : String(guests);
}

function orderTypeOf(orderType: number | null): string {
  return orderType === null ? 'not set' : orderTypeWord(orderType);
}
