/**
 * The words of a replay: the content of a record, its changes, and the reasons. The log viewer and the replay command use them.
 */
import type { TFunction } from 'i18next';
import {
  registers,
  type RegisterEventType,
  type RegisterField,
  type RegisterValues,
} from '#events/cart/registers.ts';
import { interpret, type AnyEvent, type CartEvent } from '#events/cart/registry.ts';
import { compareText, parseEventId, type EventIdParts } from '#events/log/event-id.ts';
import { normaliseModifiers, type Item } from '#events/item.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { LineChange } from '../merge/line-changes.ts';
import type { Explanation } from '../merge/explain.ts';
import type { Effect } from './effect.ts';
import { registerWords } from './register-words.ts';
import type { ValueChange } from './value-changes.ts';

/** The texts of the viewer in one language. */
export type SupportTexts = TFunction<'support'>;

/** Describes a dish with its modifiers and notes, which tell its line from others. */
export function describeDish(item: Item, notes = item.notes): string {
  const names = new Map(item.modifiers.map((each) => [each.modifierProductId, each.name]));
  const modifiers = normaliseModifiers(item.modifiers).map(({ modifierProductId: id, quantity }) =>
    quantity === 1 ? (names.get(id) ?? id) : `${quantity} × ${names.get(id) ?? id}`,
  );
  return [
    item.name ?? item.productId,
    ...(modifiers.length > 0 ? [`[${modifiers.join(', ')}]`] : []),
    ...(notes === '' ? [] : [`“${notes}”`]),
  ].join(' ');
}

export interface Words {
  says(record: LogRecord): string;
  /** What it changed, in one sentence each. Lines of other diners than the author are named. */
  did(effect: Effect, author: string | undefined): readonly string[];
  change(change: LineChange): string;
  value(change: ValueChange): string;
  why(explanation: Explanation): string;
  /** The value of a register. */
  register<Field extends RegisterField>(field: Field, value: RegisterValues[Field]): string;
}

type WordsOf<Field extends RegisterField> = {
  readonly value: (
    value: RegisterValues[Field],
  ) => ReturnType<(typeof registerWords)[RegisterField]['value']>;
  readonly set: (
    value: RegisterValues[Field],
    word: string,
  ) => ReturnType<(typeof registerWords)[RegisterField]['set']>;
};

/** At most this many ids, or runs of consecutive ids, are listed. */
const listedIds = 6;

/** Lists ids. Many consecutive ones become a run: `ra:1…ra:200`. */
export function listIds(t: SupportTexts, ids: readonly string[]): string {
  if (ids.length <= listedIds) return ids.join(', ');
  const runs: [first: string, last: string][] = [];
  let before: EventIdParts | undefined;
  for (const [id, parts] of sortEventIds(ids)) {
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
  return `${words.join(', ')} (${t('says.many', { count: ids.length })})`;
}

function sortEventIds(ids: readonly string[]): (readonly [id: string, parts: EventIdParts | undefined])[] {
  return ids
    .map((id) => [id, parseEventId(id)] as const)
    .sort(([, a], [, b]) =>
      a && b ? compareText(a.replicaId, b.replicaId) || a.seq - b.seq : Number(!a) - Number(!b),
    );
}

/**
 * @param t the texts of a language
 * @param nameOf returns a diner's name by id
 * @param label replaces the placeholders of a redacted log by "Diner A"
 */
export function replayWords(
  t: SupportTexts,
  nameOf: (userId: string) => string,
  label: (text: string) => string = (text) => text,
): Words {
  return {
    says: (record) => label(describeRecord(t, record)),
    did: (effect, author) => describeEffect(t, nameOf, effect, author).map(label),
    change: (each) => label(describeChange(t, each)),
    value: (each) => describeValueChange(t, each),
    why: (explanation) => label(describeReason(t, explanation)),
    register: (field, value) => describeRegister(t, field, value),
  };
}

function describeRecord(t: SupportTexts, record: LogRecord): string {
  if ('event' in record) return describeEvent(t, record.event);
  if ('rejected' in record)
    return t('says.rejected', { ids: listIds(t, record.rejected.ids), code: record.rejected.code });
  if ('accepted' in record)
    return t('says.accepted', { ids: listIds(t, record.accepted.ids), version: record.accepted.version });
  const { version, events = [], userCarts } = record.snapshot;
  const lines = userCarts.reduce((sum, cart) => sum + cart.lines.length, 0);
  const what = [
    ...(lines > 0 ? [t('says.lines', { count: lines })] : []),
    ...(events.length > 0 ? [t('says.events', { count: events.length })] : []),
  ].join(' + ');
  return what === '' ? t('says.snapshot', { version }) : t('says.snapshotWith', { version, what });
}

function describeEvent(t: SupportTexts, written: AnyEvent): string {
  const known = interpret(written);
  if (!known) return t('says.unknown', { type: written.type, version: written.v ?? 1 });
  switch (known.type) {
    case 'itemAdded':
    case 'itemDecreased':
      return t(`says.${known.type}`, { quantity: known.quantity, dish: describeDish(known.item) });
    case 'notesEdited': {
      const dish = describeDish(known.item);
      return known.notes === ''
        ? t('says.notesGone', { dish })
        : t('says.notesEdited', { dish, notes: known.notes });
    }
    case 'cartCleared':
      return t(known.scope === 'table' ? 'says.clearedTable' : 'says.clearedOwn');
    case 'orderPlaced':
      return known.kept?.length
        ? t('says.orderKeeping', { orderId: known.orderId, ids: listIds(t, known.kept) })
        : t('says.orderPlaced', { orderId: known.orderId });
    default:
      return describeSetter(t, known);
  }
}

/** Describes an event that only sets a register. */
function describeSetter(t: SupportTexts, known: Extract<CartEvent, { type: RegisterEventType }>): string {
  const { field, readFrom } = registers.find(({ eventType }) => eventType === known.type)!;
  const value = readFrom(known);
  const words = registerWords[field] as WordsOf<RegisterField>;
  const { key, ...parameters } = words.set(value, describeRegister(t, field, value));
  return t(key, parameters);
}

function describeRegister<Field extends RegisterField>(
  t: SupportTexts,
  field: Field,
  value: RegisterValues[Field],
): string {
  const { key, ...parameters } = (registerWords[field] as WordsOf<Field>).value(value);
  return t(key, parameters);
}

function describeValueChange(t: SupportTexts, { what, before, after }: ValueChange): string {
  return t('did.value', {
    before: describeRegister(t, what, before),
    after: describeRegister(t, what, after),
  });
}

function describeChange(t: SupportTexts, { item, before, after, notesBefore }: LineChange): string {
  if (before === after)
    return t('did.notes', { dish: describeDish(item, ''), before: notesBefore, after: item.notes });
  const dish = describeDish(item);
  if (after === 0) return t('did.gone', { before, dish });
  const difference = Math.abs(after - before);
  return t(after > before ? 'did.more' : 'did.less', { difference, dish, after });
}

function describeReason(t: SupportTexts, explanation: Explanation): string {
  switch (explanation.kind) {
    case 'changed': {
      const what = explanation.changes.map((each) => describeChange(t, each)).join('; ');
      const kept = explanation.keptBy.length > 0;
      return [
        t('why.changed', { what }),
        ...(kept ? [t('why.kept', { by: listIds(t, explanation.keptBy) })] : []),
      ].join(' ');
    }
    case 'set':
      return t('why.set');
    case 'removal':
      return [
        explanation.removes.length === 0 && explanation.emptiesBaseOf.length === 0
          ? t('why.removalOfNothing')
          : t('why.removal', { count: explanation.removes.length }),
        ...(explanation.keeps.length > 0 ? [t('why.keeps', { ids: listIds(t, explanation.keeps) })] : []),
      ].join(' ');
    case 'removed':
      return t('why.removed', { by: listIds(t, explanation.by) });
    case 'blocked':
      return explanation.for.length === 0
        ? t('why.blockedByItself')
        : t('why.blocked', { for: listIds(t, explanation.for) });
    case 'rejected':
      return t('why.rejected', { code: explanation.code });
    case 'covered':
      return t('why.covered', { version: explanation.version });
    case 'unknown':
      return t('why.unknown');
    case 'nothing':
      if (explanation.because !== 'laterValue') return t(`why.${explanation.because}`);
      return explanation.by === undefined
        ? t('why.laterSnapshot')
        : t('why.laterValue', { by: explanation.by });
    default:
      return explanation satisfies never;
  }
}

function describeEffect(
  t: SupportTexts,
  nameOf: (userId: string) => string,
  effect: Effect,
  author: string | undefined,
): string[] {
  const { changes, values, cleared, released, own, nothing } = effect;
  if (nothing?.kind === 'explained') return [describeReason(t, nothing.explanation)];
  if (nothing) return [t(`did.${nothing.kind}`)];
  const lines = cleared ? changes.filter(({ after }) => after > 0) : changes;
  return [
    ...(cleared?.by === 'order'
      ? [t('did.orderTook', { orderId: cleared.orderId, count: cleared.lines })]
      : cleared
        ? [t('did.cleared', { count: cleared.lines })]
        : []),
    ...(own ? [describeReason(t, own)] : []),
    ...lines.map((each) => {
      const what = describeChange(t, each);
      return each.userId === author ? what : t('did.ofDiner', { name: nameOf(each.userId), what });
    }),
    ...values.map((each) => describeValueChange(t, each)),
    ...(released.length > 0 ? [t('did.released', { ids: listIds(t, released) })] : []),
  ];
}
