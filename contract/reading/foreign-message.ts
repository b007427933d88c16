/**
 * Reads messages of other makers' phones (P3). The contract lists the messages, but neither the spelling of
 * `messageType` nor the names of the values in `data`.
 */
import * as z from 'zod/mini';
import { messageDataSchema, messageTypes, type MessageData, type TableMessage } from '../messages.ts';
import { orderType } from '../states.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Only messages of the contract may be spelt differently. */
const sharedTypes = messageTypes.slice(0, messageTypes.indexOf('cartChanged'));

/** Possible names of each value, the contract's own first. */
const valueNames = {
  guests: ['guests', 'guestCount', 'guestNumber', 'guestsCount', 'numberOfGuests'],
  orderType: ['orderType', 'type', 'webDineInOrderType'],
  shouldClearCart: ['shouldClearCart', 'clearCart', 'isClearCart'],
  orderId: ['orderId', 'id'],
  userName: ['userName', 'name', 'nickName'],
  product: ['product', 'productName', 'item'],
} as const satisfies Partial<Record<keyof MessageData, readonly string[]>>;

/** The value that a message is about. It may be `data` itself, or have a generic name. */
const subjects: Readonly<Record<string, keyof typeof valueNames>> = {
  updateGuestNumber: 'guests',
  updateOrderType: 'orderType',
  closeInactiveDialog: 'shouldClearCart',
};
const plainNames = ['value', 'data', 'count', 'number'];

export function readForeignMessage(message: unknown): TableMessage {
  const fields = readFields(parseIfJson(message));
  const messageType = typeNamed(readText(fields['messageType']));
  return {
    fromBrowserId: readText(fields['fromBrowserId']),
    messageType,
    data: readData(parseIfJson(fields['data']), messageType),
  };
}

function typeNamed(text: string): string {
  const letters = extractLetters(text);
  return sharedTypes.find((type) => extractLetters(type) === letters) ?? text;
}

function readData(data: unknown, messageType: string): MessageData {
  const fields = readFields(data);
  const subject = Object.hasOwn(subjects, messageType) ? subjects[messageType] : undefined;
  const isBare = typeof data !== 'object';
  const named: Record<string, unknown> = { ...fields };
  for (const [name, names] of Object.entries(valueNames)) {
    const isSubject = name === subject;
    // In messages about something else, generic names like `type` and `id` mean something else.
    if (!isSubject && (subject || (name === 'orderType' && messageType !== 'updateOrderType'))) continue;
    named[name] =
      isSubject && isBare ? data : findValue(fields, isSubject ? [...names, ...plainNames] : names);
  }
  named['orderType'] = orderTypeOf(named['orderType']);
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(messageDataSchema.shape)) {
    const found = listOtherWays(named[name])
      .map((value) => z.safeParse(schema, value))
      .find(({ success, data: value }) => success && value !== undefined);
    if (found) read[name] = found.data;
  }
  return read;
}

/** Returns the first of these names in the data or in its order. */
function findValue(fields: Fields, names: readonly string[]): unknown {
  const inner = [fields, readFields(fields['order']), readFields(fields['orderDetail'])];
  for (const each of inner)
    for (const name of names) if (each[name] !== undefined && each[name] !== null) return each[name];
  return undefined;
}

/**
 * Tries other forms of a value: numbers as text and text as numbers, flags as numbers or text, and the name of a dish
 * that is an object.
 */
function listOtherWays(value: unknown): unknown[] {
  if (typeof value === 'number') return [value, String(value), value === 1 ? true : value !== 0 && undefined];
  if (typeof value === 'string') {
    const number = value.trim() === '' ? undefined : Number(value);
    const flag = value === 'true' || (value === 'false' ? false : undefined);
    return [value, Number.isNaN(number) ? undefined : number, flag];
  }
  const { name, productName } = readFields(value);
  return [value, name ?? productName];
}

/** Reads an order type by its number, the screens' number (100 to 108) or its name. */
function orderTypeOf(value: unknown): unknown {
  const types = Object.entries(orderType);
  const named = types.find(
    ([name]) => typeof value === 'string' && extractLetters(name) === extractLetters(value),
  );
  if (named) return named[1];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 100 ? number - 100 : value;
}

function extractLetters(text: string): string {
  return text.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
