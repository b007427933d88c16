/** The texts of the replay command: the English texts of the log viewer. */
import { createInstance } from 'i18next';
import { registers } from '#events/cart/registers.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';
import support from '#locales/en-US/support.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Explanation } from '#projections/merge/explain.ts';
import { describeDish, listIds as idsIn, replayWords, type Words } from '#projections/replay/replay-words.ts';
import {
  describeActor as describeActorIn,
  describeAct as describeActIn,
} from '#projections/replay/service-words.ts';

export type NameOf = (userId: string) => string;

const english = createInstance();
void english.init({
  lng: 'en',
  ns: 'support',
  resources: { en: { support } },
  interpolation: { escapeValue: false },
  initAsync: false,
});
const t = english.getFixedT('en', 'support');

const words = createWords((userId) => userId);

export const { change: changeWords, value: valueWords } = words;

export function createWords(nameOf: NameOf): Words {
  return replayWords(t, nameOf);
}

export function describeIds(ids: readonly string[]): string {
  return idsIn(t, ids);
}

export function describeRecord(record: LogRecord): string {
  return 'event' in record ? `${record.event.id} ${words.says(record)}` : words.says(record);
}

export function describeEvent(event: AnyEvent): string {
  return words.says({ t: 0, from: 'peer', event });
}

/** Explains the result of an event in one sentence, with the id of the merge rule. */
export function describeExplanation(explanation: Explanation): string {
  return `${words.why(explanation)} (${explanation.rule})`;
}

/** Says that the line of an event is gone. @param record number of the record that emptied it */
export function describeLineEnd(record: number): string {
  return t('why.lineEnd', { record });
}

export function describeActor(event: AnyServiceEvent, nameOf: NameOf): string {
  return describeActorIn(t, event, nameOf);
}

/**
 * Describes a fulfilment event without its id.
 * @param all all events of the session, to name the one that an undo reverts
 */
export function describeAct(event: AnyServiceEvent, all: readonly AnyServiceEvent[]): string {
  return describeActIn(t, event, all);
}

export function describeView(view: CartView, nameOf: NameOf): string[] {
  const carts = view.carts.flatMap(({ userId, lines }) => [
    `cart of ${nameOf(userId)}`,
    ...lines.map(({ item, quantity }) => `  ${quantity} × ${describeDish(item)}`),
  ]);
  return [
    ...(carts.length > 0 ? carts : [t('phone.empty')]),
    registers.map(({ field }) => words.register(field, view[field])).join(' · '),
    ...(view.blocked.length > 0 ? [`blocked: ${describeIds(view.blocked)}`] : []),
  ];
}

export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
