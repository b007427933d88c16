/**
 * Publishes this phone's events: to the table's group, and to the diner's other tabs.
 *
 *   server accepts ──► publishAccepted ──┬──► group: messages for the other phones
 *                                        └──► tabs: the accepted records
 *   order placed ────► announceOrder ──► group, at a snapshot server once its event is on disk
 *
 * Invariant: others receive an event only after the server accepted it. They never show a change that is refused later.
 */
import type { Order } from '#contract/order-fields.ts';
import { rejections } from '#contract/codes.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import { findNewestVersion } from '../log/covered.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { change, postToTabs, publish, type StepContext } from '../state/step-context.ts';
import { createTableMessages } from '../wire/table-messages.ts';

/** Publishes events that the server has just accepted. @param version the server's; undefined at a snapshot server */
export function publishAccepted(
  context: StepContext,
  events: readonly AnyEvent[],
  version: number | undefined,
): void {
  postAccepted(context, events, version ?? findNewestVersion(context.state.knowledge.log));
  const { facts, notifying } = context.state;
  // Under a reused id the others know another event, which is not rejected.
  const rejected = notifying.untold.filter(({ code }) => code !== rejections.idReused);
  const about = { ...(version !== undefined && { version }), sessionId: facts.log.sessionId };
  const messages = createTableMessages(events, about, rejected);
  for (const { messageType, data } of messages) publish(context, messageType, data);
  if (messages.length > 0) change(context, 'notifying', { untold: [] });
}

/** Posts accepted events to the other tabs, so that none of them sends them again. */
export function postAccepted(context: StepContext, events: readonly AnyEvent[], version: number): void {
  const t = context.moment.now;
  const records: LogRecord[] = events.map((event) => ({ t, from: 'peer', event }));
  records.push({ t, from: 'server', accepted: { ids: events.map(({ id }) => id), version } });
  removeDecided(context, records);
  postToTabs(context, { kind: 'learnt', records });
}

/** Removes events of other tabs from those to send, once the server has decided on them. */
export function removeDecided(context: StepContext, records: readonly LogRecord[]): void {
  const { theirs } = context.state.tabs;
  if (theirs.size === 0) return;
  const left = new Map(theirs);
  for (const record of records) {
    if ('accepted' in record) for (const id of record.accepted.ids) left.delete(id);
    if ('rejected' in record) for (const id of record.rejected.ids) left.delete(id);
  }
  if (left.size < theirs.size) change(context, 'tabs', { theirs: left });
}

/** Announces an own order to the table, also if the phone found out only later that it was placed. */
export function announceOrder(context: StepContext, order: Order): void {
  context.effects.push({ kind: 'publish', ...createOrderMessage(context.state, order) });
}

export function createOrderMessage({ author, facts }: PhoneState, { id, rowVersion }: Order) {
  return {
    messageType: rowVersion > 1 ? 'updateOrder' : 'placeOrder',
    data: { userName: author.userName ?? '', orderId: id, sessionId: facts.log.sessionId },
  } as const;
}
