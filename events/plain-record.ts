/**
 * E5: a quick look that knows the records which this program itself writes. What it says yes to, the schema of that kind
 * says yes to as well, without changing it; what it does not know is left to the schema, and so is every complaint.
 */
import { parseEventId } from './event-id.ts';
import type { LogRecord, RecordSource } from './records.ts';

type Fields = Readonly<Record<string, unknown>>;

const sources: readonly unknown[] = ['local', 'peer', 'server'] satisfies RecordSource[];

export function isPlainRecord(value: object): value is LogRecord {
  const { t, from, event, accepted, rejected, snapshot } = value as Fields;
  if (!isNumber(t) || !sources.includes(from) || countOf(value) !== 3) return false;
  if (isObject(event)) return isPlainEvent(event);
  if (isObject(accepted))
    return countOf(accepted) === 2 && isTexts(accepted['ids']) && isNumber(accepted['version']);
  if (isObject(rejected))
    return countOf(rejected) === 2 && isTexts(rejected['ids']) && isCode(rejected['code']);
  return isObject(snapshot) && isPlainSnapshot(snapshot);
}

function isPlainEvent(event: Fields): boolean {
  const { id, at, seen, userId, userName } = event;
  if (typeof id !== 'string' || parseEventId(id) === undefined) return false;
  if (!isArray(at) || at.length !== 2 || !isCount(at[0]) || !isCount(at[1])) return false;
  if (!isVector(seen) || !isName(userId)) return false;
  if (userName !== undefined && typeof userName !== 'string') return false;
  const own = countOf(event) - (userName === undefined ? 5 : 6);
  switch (event['type']) {
    case 'itemAdded':
    case 'itemDecreased':
      return (
        own === 3 && isName(event['lineId']) && isPlainItem(event['item']) && isAtLeastOne(event['quantity'])
      );
    case 'notesEdited':
      return (
        own === 3 &&
        isName(event['lineId']) &&
        isPlainItem(event['item']) &&
        typeof event['notes'] === 'string'
      );
    case 'cartCleared':
      return own === 1 && (event['scope'] === 'table' || event['scope'] === 'user');
    case 'guestsSet':
      return own === 1 && isCount(event['guests']);
    case 'orderTypeSet':
      return own === 1 && isCount(event['orderType']) && (event['orderType'] as number) <= 8;
    case 'orderPlaced':
      return (
        isName(event['orderId']) &&
        (own === 1 || (own === 2 && event['kept'] !== undefined && isTexts(event['kept'])))
      );
    default:
      return false;
  }
}

function isPlainItem(item: unknown): boolean {
  if (!isObject(item)) return false;
  const { productId, categoryId, notes, modifiers, name, price } = item;
  const optional = (name === undefined ? 0 : 1) + (price === undefined ? 0 : 1);
  return (
    countOf(item) === 4 + optional &&
    isName(productId) &&
    typeof categoryId === 'string' &&
    typeof notes === 'string' &&
    (name === undefined || typeof name === 'string') &&
    (price === undefined || typeof price === 'string') &&
    isArray(modifiers) &&
    modifiers.every(isPlainModifier)
  );
}

function isPlainModifier(modifier: unknown): boolean {
  if (!isObject(modifier)) return false;
  const { modifierProductId, quantity, price, name } = modifier;
  const optional = (name === undefined ? 0 : 1) + (price === undefined ? 0 : 1);
  return (
    countOf(modifier) === 2 + optional &&
    isName(modifierProductId) &&
    Number.isSafeInteger(quantity) &&
    (name === undefined || typeof name === 'string') &&
    (price === undefined || typeof price === 'string')
  );
}

const snapshotValues: readonly string[] = ['guests', 'orderType'];
const snapshotStamps: readonly string[] = ['guestsAt', 'orderTypeAt', 'lastOrderAt'];

/** Of an event-aware server: without carts. */
function isPlainSnapshot(snapshot: Fields): boolean {
  let needed = 0;
  for (const key in snapshot) {
    const value = snapshot[key];
    if (key === 'version' || key === 'covers' || key === 'userCarts') {
      needed += 1;
      const fits =
        key === 'version'
          ? isNumber(value)
          : key === 'covers'
            ? isVector(value)
            : isArray(value) && value.length === 0;
      if (!fits) return false;
    } else if (key === 'events') {
      if (!isArray(value) || !value.every((event) => isObject(event) && isPlainEvent(event))) return false;
    } else if (value === null) {
      if (key !== 'lastOrderId' && !snapshotValues.includes(key) && !snapshotStamps.includes(key))
        return false;
    } else if (snapshotValues.includes(key)) {
      if (!isCount(value)) return false;
    } else if (key === 'lastOrderId') {
      if (typeof value !== 'string') return false;
    } else if (!snapshotStamps.includes(key) || !isStamp(value)) return false;
  }
  return needed === 3;
}

function isStamp(value: unknown): boolean {
  return (
    isArray(value) &&
    value.length === 3 &&
    isCount(value[0]) &&
    isCount(value[1]) &&
    typeof value[2] === 'string'
  );
}

/** What JSON makes of a name `__proto__` is listed like any other, and no vector. */
function isVector(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const replica in value)
    if (replica === '' || replica === '__proto__' || !isCount(value[replica])) return false;
  return true;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return isArray(value) && value.every((each) => typeof each === 'string');
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' || isNumber(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isAtLeastOne(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** How many fields; what comes from JSON inherits none. */
function countOf(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}
