/** What this phone tells the table and its own other tabs, and what the tabs tell it. */
import type { Order } from '#contract/order-fields.ts';
import { rejections } from '#contract/codes.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import { applyRecords } from '../log/knowledge.ts';
import { newestVersion } from '../protocols/snapshot/cart-facts.ts';
import type { HeldMessage } from '../state/phone-state.ts';
import { change, type StepContext } from '../state/step-context.ts';
import { createTableMessages } from '../wire/table-messages.ts';

/** P3: the server has just accepted these: now the table and the other tabs may hear of them. */
export function publishAccepted(
  context: StepContext,
  events: readonly AnyEvent[],
  version: number | undefined,
): void {
  postAccepted(context, events, version ?? newestVersion(context.state.knowledge.log));
  const { facts, notifying } = context.state;
  // E6: under a reused id the others know the event that was there first.
  const rejected = notifying.untold.filter(({ code }) => code !== rejections.idReused);
  const about = { ...(version !== undefined && { version }), sessionId: facts.log.sessionId };
  const messages = createTableMessages(events, about, rejected);
  for (const { messageType, data } of messages) context.effects.push({ kind: 'publish', messageType, data });
  if (messages.length > 0) change(context, 'notifying', { untold: [] });
}

/** The other tabs learn what was accepted, and need not send it any more. */
export function postAccepted(context: StepContext, events: readonly AnyEvent[], version: number): void {
  const t = context.moment.now;
  const records: LogRecord[] = events.map((event) => ({ t, from: 'peer', event }));
  records.push({ t, from: 'server', accepted: { ids: events.map(({ id }) => id), version } });
  removeDecided(context, records);
  context.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records } });
}

/** What the server has decided on is not sent for another tab any more. */
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

/**
 * The table hears of an order from the phone that placed it, also when it learnt so only by asking.
 * @param written O1: the event that this phone wrote down for it; it is on disk before it leaves (G3)
 */
export function announceOrder(context: StepContext, { id, rowVersion }: Order, written?: AnyEvent): void {
  const { author, facts, notifying } = context.state;
  const messageType = rowVersion > 1 ? 'updateOrder' : 'placeOrder';
  const data = { userName: author.userName ?? '', orderId: id, sessionId: facts.log.sessionId };
  if (!written) return void context.effects.push({ kind: 'publish', messageType, data });
  const message: HeldMessage = {
    eventId: written.id,
    messageType,
    data: { ...data, events: [written] },
  };
  change(context, 'notifying', { held: [...notifying.held, message] });
}

/** G3: what waited for the disk is said now. */
export function publishStored(context: StepContext): void {
  const { held } = context.state.notifying;
  if (held.length === 0) return;
  const { unsaved } = context.state.disk;
  for (const { eventId, messageType, data } of held)
    if (!unsaved.has(eventId)) context.effects.push({ kind: 'publish', messageType, data });
  change(context, 'notifying', { held: held.filter(({ eventId }) => unsaved.has(eventId)) });
}

/** P2: the server has these now; the events of other tabs are in the log from now on. */
export function acceptEvents(context: StepContext, events: readonly AnyEvent[]): void {
  const { log } = context.state.knowledge;
  const t = context.moment.now;
  const others = events.filter(({ id }) => !log.entries.has(id));
  applyRecords(context, [
    ...others.map((event) => ({ t, from: 'peer' as const, event })),
    { t, from: 'server', accepted: { ids: events.map(({ id }) => id), version: newestVersion(log) } },
  ]);
}
