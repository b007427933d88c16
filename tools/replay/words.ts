/** The words of a replay on the command line: those of the log viewer, in English. */
import { createInstance } from 'i18next';
import { registers } from '#events/cart/registers.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';
import support from '#locales/en-US/support.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Explanation } from '#projections/merge/explain.ts';
import { dishWords, idWords as idsIn, replayWords, type Words } from '#projections/replay/replay-words.ts';
import { actorOf, actSaid } from '#projections/replay/service-words.ts';

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

const words = wordsWith((userId) => userId);

export const { change: changeWords, value: valueWords } = words;

export function orderTypeWord(orderType: number | null): string {
  return words.register('orderType', orderType);
}

export function wordsWith(nameOf: NameOf): Words {
  return replayWords(t, nameOf);
}

export function idWords(ids: readonly string[]): string {
  return idsIn(t, ids);
}

export function recordWords(record: LogRecord): string {
  return 'event' in record ? `${record.event.id} ${words.says(record)}` : words.says(record);
}

export function eventWords(event: AnyEvent): string {
  return words.says({ t: 0, from: 'peer', event });
}

/** In one sentence, what became of an event, with the rule that says so. */
export function explanationWords(explanation: Explanation): string {
  return `${words.why(explanation)} (${explanation.rule})`;
}

export function actorWords(event: AnyServiceEvent, nameOf: NameOf): string {
  return actorOf(t, event, nameOf);
}

/** What the act is, without its id. @param all of the session, to name what was taken back */
export function actWords(event: AnyServiceEvent, all: readonly AnyServiceEvent[]): string {
  return actSaid(t, event, all);
}

export function viewWords(view: CartView, nameOf: NameOf): string[] {
  const carts = view.carts.flatMap(({ userId, lines }) => [
    `cart of ${nameOf(userId)}`,
    ...lines.map(({ item, quantity }) => `  ${quantity} × ${dishWords(item)}`),
  ]);
  return [
    ...(carts.length > 0 ? carts : [t('phone.empty')]),
    registers.map(({ field }) => words.register(field, view[field])).join(' · '),
    ...(view.blocked.length > 0 ? [`waiting: ${idWords(view.blocked)}`] : []),
  ];
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
