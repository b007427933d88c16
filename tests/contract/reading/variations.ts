/** The ways in which an honest server may write an answer differently from ours: a field, a list, the envelope. */
import type { Call } from '#contract/http/call.ts';
import { callNamed, type CallName } from './phone-calls.ts';
import { isTime, listPlaces, createWholeAnswer, type Path, type Place } from './whole-answer.ts';

export interface Variation {
  /** The difference in words. */
  readonly what: string;
  /** The body of the answer. */
  readonly text: string;
}

/** Fields that no server can leave out of the entries of an answer. */
const needed = new Set([
  'order',
  'id',
  'productId',
  'modifierProductId',
  'userId',
  'userCouponId',
  'tableId',
  'quantity',
]);
/** Ids that the phone knows from the request or does not need. */
const dispensable = [
  /^(getTinyMerchant|getMerchantHome) id$/,
  / (orderItems|orderCoupons|list)\.0\.userId$/,
  / (orderId|customerId|regionId|staffId|memberId)$/,
  /orderItemModifiers\.0\.(id|quantity)$/,
  /platformExtraInfo\./,
  /^(?!getTableByQrcode).* tableId$/,
];

export function createVariations(name: CallName): Variation[] {
  const call = callNamed(name);
  const answer = createWholeAnswer(call);
  return [
    ...createEnvelopes(answer),
    ...createShapes(call, answer),
    ...createFieldVariations(name, answer),
    ...createWideVariations(name, answer),
  ];
}

function wrapData(data: unknown): string {
  return JSON.stringify({ success: true, code: 0, msg: '', data });
}

function createEnvelopes(data: unknown): Variation[] {
  const others: [what: string, envelope: unknown][] = [
    ['no code', { success: true, msg: '', data }],
    ['code null', { success: true, code: null, msg: '', data }],
    ['code as text', { success: true, code: '0', msg: '', data }],
    ['success as text', { success: 'true', code: 0, data }],
    ['no message', { success: true, code: 0, data }],
    ['message null', { success: true, code: 0, msg: null, data }],
    ['fields beside', { success: true, code: 0, msg: '', data, traceId: 'x1', time: '2026-11-23T07:00:00Z' }],
    ['bare data', data ?? null],
  ];
  return others.map(([what, envelope]) => ({ what, text: JSON.stringify(envelope) }));
}

/** `data` as the value of its only field, or as its only list. */
function createShapes(call: Call, data: unknown): Variation[] {
  if (typeof data !== 'object' || data === null) return [];
  const lists = Object.values(data).filter((each) => Array.isArray(each));
  const [only, ...more] = Object.values(data) as unknown[];
  const isList = call.path.endsWith('-list') || call.path.endsWith('/list');
  const bare = more.length === 0 ? only : isList ? lists[0] : undefined;
  if (bare === undefined) return [];
  const again = { what: 'bare inside the envelope', text: wrapData(bare) };
  return [again, { what: 'bare without an envelope', text: JSON.stringify(bare) }];
}

/** One field at a time, of the first entry of each list. */
function createFieldVariations(name: CallName, answer: unknown): Variation[] {
  return listPlaces(answer)
    .filter(({ path }) => !path.includes(1))
    .flatMap((place) => {
      const way = `${name} ${place.path.join('.')}`;
      return listVariants(place, getValue(answer, place.path), isNeeded(way, place)).map(([what, value]) => ({
        what: `${place.path.join('.')} ${what}`,
        text: wrapData(withValue(answer, place.path, value)),
      }));
    });
}

/** All fields of a kind at once. */
function createWideVariations(name: CallName, answer: unknown): Variation[] {
  const ways: [what: string, change: (value: unknown, place: Place, needed: boolean) => unknown][] = [
    ['every number as text', (value) => (typeof value === 'number' ? String(value) : value)],
    [
      'every time in ISO 8601',
      (value, { path }) => (isTime(path.at(-1)) ? new Date(Number(value)).toISOString() : value),
    ],
    ['every time in seconds', (value, { path }) => (isTime(path.at(-1)) ? Number(value) / 1_000 : value)],
    ['every optional field null', (value, _, isNeed) => (isNeed ? value : null)],
    ['no optional field', (value, _, isNeed) => (isNeed ? value : undefined)],
  ];
  return ways.map(([what, change]) => {
    let data = answer;
    for (const place of listPlaces(answer)) {
      const isInside =
        place.kind === 'fields' || place.kind === 'list' || typeof place.path.at(-1) === 'number';
      if (isInside || getValue(data, place.path) === undefined) continue;
      const way = `${name} ${place.path.map((each) => (typeof each === 'number' ? 0 : each)).join('.')}`;
      const value = change(getValue(data, place.path), place, isNeeded(way, place));
      data = withValue(data, place.path, value);
    }
    return { what, text: wrapData(data) };
  });
}

function listVariants(
  { path, kind }: Place,
  value: unknown,
  isNeed: boolean,
): [what: string, value: unknown][] {
  const name = path.at(-1);
  const absent: [string, unknown][] = isNeed ? [] : [['absent', undefined], ['null', null]]; // prettier-ignore
  switch (kind) {
    case 'text':
      if (/(^id|Ids?)$/.test(String(name)) || typeof name === 'number')
        return [...absent, ['as a number', 12], ['of 19 digits', '7300000000000000101']];
      if (/^\d+\.\d+$/.test(String(value)))
        return [...absent, ['as a number', 12.5], ['with a binary tail', 0.08875000000000001]];
      return [...absent, ['very long', 'long '.repeat(1_000)]];
    case 'number':
      if (isTime(name))
        return [...absent, ['as text', String(value)], ['in ISO 8601', '2026-11-23T07:00:00+08:00']];
      if (/quantity|qty/i.test(String(name)))
        return [...absent, ['as text', String(value)], ['with decimals', `${String(value)}.000`]];
      return [...absent, ['as text', String(value)]];
    case 'flag':
      return [...absent, ['as text', 'true'], ['as a number', 1]];
    case 'list':
      return [...absent, ['empty', []], ['with an entry that is null', [null, ...(value as unknown[])]]];
    case 'fields':
      return [
        ...(typeof name === 'number' ? [] : absent),
        ['with a field more', { ...(value as object), more: [1] }],
      ];
    default:
      return kind satisfies never;
  }
}

function isNeeded(way: string, { path }: Place): boolean {
  return needed.has(String(path.at(-1))) && !dispensable.some((each) => each.test(way));
}

export function getValue(value: unknown, path: Path): unknown {
  let here = value;
  for (const name of path) here = (here as Record<string, unknown> | null | undefined)?.[name];
  return here;
}

/** A copy with another value at `path`, or without it if `other` is undefined. */
export function withValue(value: unknown, path: Path, other: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return other;
  const inside = withValue((value as Record<string, unknown> | null)?.[name], rest, other);
  if (Array.isArray(value)) return value.with(Number(name), inside);
  const { [name]: _, ...others } = value as Record<string, unknown>;
  return inside === undefined ? others : { ...(value as object), [name]: inside };
}
