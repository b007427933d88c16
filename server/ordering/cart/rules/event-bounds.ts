import { limits } from '#contract/limits.ts';
import { orderType } from '#contract/states.ts';
import { interpret, type AnyEvent } from '#events/cart/registry.ts';
import { maxCounter } from '#events/log/clock.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { Item } from '#events/item.ts';
import { isPlainText } from '#events/log/plain-text.ts';
import { reach } from '#events/log/version-vector.ts';

/** UTF-16 code units of one event as JSON. That fits a long item and the versions of all replicas of a table. */
export const maxEventLength = 40 * 1024;

/** UTF-16 code units of a text from the menu, such as a product's name. */
const maxMenuText = 200;

/** Short printable ASCII without `:`, which separates the replica id from the number in an event's id. */
const replicaIdPattern = new RegExp(`^[!-9;-~]{1,${limits.replicaIdLength}}$`);

/** True for an id that is a safe key of a version vector. `constructor` is not: every object inherits it. */
export function isReplicaId(replicaId: string): boolean {
  return replicaIdPattern.test(replicaId) && !(replicaId in {});
}

/** True when an event keeps to the limits. Events of the real app always do. */
export function isWithinBounds(event: AnyEvent): boolean {
  return (
    event.id.length <= limits.idLength &&
    (event.userName ?? '').length <= 2 * limits.nameLength + 1 &&
    Object.keys(event.seen).every(isReplicaId) &&
    JSON.stringify(event).length <= maxEventLength &&
    hasPlainNumbers(event) &&
    isPlainText(event) &&
    isBodyWithinBounds(event)
  );
}

/** Phones read a number of more than 15 digits as text, and then fail to read the table's other events (CF1). */
function hasPlainNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= maxCounter;
  return typeof value !== 'object' || value === null || Object.values(value).every(hasPlainNumbers);
}

/** An author has seen all of their own earlier events, and no later ones. */
export function hasSeenOwnPast(event: AnyEvent): boolean {
  const parts = parseEventId(event.id);
  return parts !== undefined && reach(event.seen, parts.replicaId) === parts.seq - 1;
}

function isBodyWithinBounds(event: AnyEvent): boolean {
  const known = interpret(event);
  switch (known?.type) {
    case 'itemAdded':
    case 'itemDecreased':
      return known.quantity <= limits.quantity && isId(known.lineId) && isItemWithinBounds(known.item);
    case 'notesEdited':
      return known.notes.length <= limits.notesLength && isId(known.lineId) && isItemWithinBounds(known.item);
    case 'guestsSet':
      return known.guests <= limits.guests;
    case 'orderTypeSet':
      return known.orderType <= orderType.onlineTakeout;
    case 'cartCleared':
    case 'orderPlaced':
    case undefined:
      return true;
    default:
      return known satisfies never;
  }
}

function isItemWithinBounds({
  productId,
  categoryId,
  notes,
  modifiers,
  name = '',
  price = '',
}: Item): boolean {
  return (
    isId(productId) &&
    isId(categoryId) &&
    notes.length <= limits.notesLength &&
    name.length <= maxMenuText &&
    price.length <= limits.idLength &&
    modifiers.length <= limits.modifiersPerItem &&
    modifiers.every(
      ({ modifierProductId, quantity }) => isId(modifierProductId) && quantity <= limits.quantity,
    )
  );
}

function isId(text: string): boolean {
  return text.length <= limits.idLength;
}
