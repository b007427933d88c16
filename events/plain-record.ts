/**
 * E5: a quick look that knows the records which this program itself writes. What it says yes to, the schema of that kind
 * says yes to as well, without changing it; what it does not know is left to the schema, and so is every complaint.
 */
import { parseEventId } from './event-id.ts';
import type { LogRecord } from './records.ts';

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

export function isPlainRecord(value: object): value is LogRecord {
  return records.some((isOfKind) => isOfKind(value));
}

/** An object with all of `needed`, perhaps some of `optional`, and nothing besides. */
function shape(needed: Checks, optional: Checks = {}): Check {
  const isNeeded = new Set(Object.keys(needed));
  const checks = new Map(Object.entries({ ...needed, ...optional }));
  return (value) => {
    if (!isObject(value)) return false;
    let count = 0;
    for (const key in value) {
      if (!checks.get(key)?.(value[key])) return false;
      if (isNeeded.has(key)) count += 1;
    }
    return count === isNeeded.size;
  };
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function tupleOf(...checks: readonly Check[]): Check {
  return (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, n) => check(value[n]));
}

function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText: Check = (value) => typeof value === 'string';
const isName: Check = (value) => typeof value === 'string' && value !== '';
const isNumber: Check = Number.isFinite;
const isWhole: Check = Number.isSafeInteger;
const isCount: Check = (value) => isWhole(value) && (value as number) >= 0;
const isAtLeastOne: Check = (value) => isWhole(value) && (value as number) >= 1;
const isEventId: Check = (value) => typeof value === 'string' && parseEventId(value) !== undefined;

/** What JSON makes of a name `__proto__` is listed like any other, and no vector. */
const isVector: Check = (value) => {
  if (!isObject(value)) return false;
  for (const replica in value)
    if (replica === '' || replica === '__proto__' || !isCount(value[replica])) return false;
  return true;
};

const modifier = shape({ modifierProductId: isName, quantity: isWhole }, { price: isText, name: isText });
const item = shape(
  { productId: isName, categoryId: isText, notes: isText, modifiers: listOf(modifier) },
  { name: isText, price: isText },
);

/** An event of version 1. */
function eventOf(body: Checks, optional: Checks = {}): Check {
  const common = {
    type: isText,
    id: isEventId,
    at: tupleOf(isCount, isCount),
    seen: isVector,
    userId: isName,
  };
  return shape({ ...common, ...body }, { userName: isText, ...optional });
}

const events = new Map<unknown, Check>([
  ['itemAdded', eventOf({ lineId: isName, item, quantity: isAtLeastOne })],
  ['itemDecreased', eventOf({ lineId: isName, item, quantity: isAtLeastOne })],
  ['notesEdited', eventOf({ lineId: isName, item, notes: isText })],
  ['cartCleared', eventOf({ scope: oneOf('table', 'user') })],
  ['guestsSet', eventOf({ guests: isCount })],
  ['orderTypeSet', eventOf({ orderType: (value) => isCount(value) && (value as number) <= 8 })],
  ['orderPlaced', eventOf({ orderId: isName }, { kept: listOf(isText) })],
]);
const event: Check = (value) => isObject(value) && events.get(value['type'])?.(value) === true;

const stamp = orNull(tupleOf(isCount, isCount, isText));
/** Of an event-aware server: without carts. */
const snapshot = shape(
  { version: isNumber, covers: isVector, userCarts: tupleOf() },
  {
    events: listOf(event),
    guests: orNull(isCount),
    guestsAt: stamp,
    orderType: orNull(isCount),
    orderTypeAt: stamp,
    lastOrderId: orNull(isText),
    lastOrderAt: stamp,
  },
);
const code: Check = (value) => isText(value) || isNumber(value);

const records = Object.entries({
  event,
  accepted: shape({ ids: listOf(isText), version: isNumber }),
  rejected: shape({ ids: listOf(isText), code }),
  snapshot,
}).map(([kind, check]) => shape({ t: isNumber, from: oneOf('local', 'peer', 'server'), [kind]: check }));
