import { fieldsOf, isFields, longId, type Fields } from './loose.ts';
import { codes, type Refusal } from './refusal.ts';
import type { Switches } from '../switches/switches.ts';

/** What goes out for one request: HTTP status and JSON text. */
export interface WireAnswer {
  status: number;
  json: string;
}

const timeNames = new Set(['createAt', 'updateAt', 'lastOperateTime', 'sentAt', 'levelExpirationTime']);
const quantityNames = new Set(['quantity', 'qtyVoid', 'qtySentToKitchen']);

/** What nobody can do without, by the kind of thing; every other field counts as optional. */
const neededOfLine = new Set(['id', 'productId', 'quantity', 'orderItemModifiers']);
const neededOfOption = new Set(['id', 'modifierProductId', 'quantity', 'name']);
const neededOfMember = new Set(['id', 'token']);
const neededOtherwise = new Set(
  (
    'id userId tableId merchantId name price value templateEnum guestCount order necessarySettingValues ' +
    'userCarts orderItems menus categories products modifierGroups modifiers'
  ).split(' '),
);

/** A good answer in the envelope and the shapes that the switches say. */
export function goodAnswer(switches: Switches, data: unknown): WireAnswer {
  const shaped = shape(switches, data ?? null, '');
  switch (switches.envelope) {
    case 'contract':
      return { status: 200, json: write({ success: true, code: 0, msg: '', data: shaped }) };
    case 'withoutCode':
      return { status: 200, json: write({ success: true, msg: '', data: shaped }) };
    case 'bare':
      return { status: 200, json: write(shaped) };
    default:
      return switches.envelope satisfies never;
  }
}

/** A refusal; only a missing or unknown token has an HTTP status of its own. */
export function badAnswer(switches: Switches, { code, msg }: Refusal): WireAnswer {
  const status = code === codes.unauthorized && switches.unauthorizedAs === 'status' ? 401 : 200;
  return { status, json: write({ success: false, code, msg, data: null }) };
}

function shape(switches: Switches, value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => shape(switches, each, name));
  if (isFields(value)) return shapeFields(switches, value);
  if (isIdName(name) && typeof value === 'string') return shapeId(switches, value);
  if (typeof value !== 'number') return value;
  if (timeNames.has(name) && switches.times === 'iso') return new Date(value).toISOString();
  if (quantityNames.has(name) && switches.quantities === 'decimals') return value.toFixed(3);
  return switches.numbers === 'text' ? String(value) : value;
}

function shapeFields(switches: Switches, fields: Fields): Fields {
  const needed = neededOf(fields);
  const shaped: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (needed.has(name) || switches.optionalFields === 'present')
      shaped[name] = shape(switches, value, name);
    else if (switches.optionalFields === 'null') shaped[name] = null;
  }
  return shaped;
}

function neededOf(fields: Fields): Set<string> {
  if ('productId' in fields) return neededOfLine;
  if ('modifierProductId' in fields && 'quantity' in fields) return neededOfOption;
  if ('registrationState' in fields) return neededOfMember;
  if ('modifierProductId' in fields) return new Set([...neededOfOption, 'price']);
  return neededOtherwise;
}

function isIdName(name: string): boolean {
  return name === 'id' || name.endsWith('Id') || name.endsWith('Ids');
}

function shapeId(switches: Switches, id: string): unknown {
  if (!/^\d{1,15}$/.test(id)) return id;
  switch (switches.ids) {
    case 'number':
      return Number(id);
    case 'text':
      return id;
    case 'long':
      return `\0${longId(id)}\0`;
    default:
      return switches.ids satisfies never;
  }
}

/** Writes JSON in which ids of 19 digits are numbers, which no double could hold. */
function write(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000(\d+)\\u0000"/g, '$1');
}

/** Reads the body of an answer, for those who drive the restaurant without a phone. */
export function dataOf(answer: WireAnswer): unknown {
  return fieldsOf(JSON.parse(answer.json))['data'];
}
