/** Does what an event server would do with the phone's events: accepts them, and announces an order with its event. */
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import type { Author } from '../../commands/create-event.ts';
import type { EventDraft } from '../../commands/decide.ts';
import { findNewestVersion } from '../../log/covered.ts';
import { applyRecords, writeEvent } from '../../log/knowledge.ts';
import { createOrderMessage } from '../../parts/table.ts';
import { change, createId, publish, type StepContext } from '../../state/step-context.ts';

/**
 * Creates an event under its own replica id, for a change that the server already has. A snapshot that covers it must not
 * cover earlier own events that were not sent yet, and those belong to the writer's replica.
 */
export function writeEventApart(
  context: StepContext,
  author: Author,
  draft: NonNullable<EventDraft>,
): CartEvent {
  const { writer } = context.state.knowledge;
  const apart = { replicaId: createId(context), lastSeq: 0, clock: writer.clock };
  change(context, 'knowledge', { writer: apart });
  const event = writeEvent(context, author, draft);
  const { clock } = context.state.knowledge.writer;
  change(context, 'knowledge', { writer: { ...writer, clock } });
  return event;
}

/** Applies that a snapshot server has these events. Events of other tabs enter the log now. */
export function acceptEvents(context: StepContext, events: readonly AnyEvent[]): void {
  const { log } = context.state.knowledge;
  const t = context.moment.now;
  const others = events.filter(({ id }) => !log.entries.has(id));
  applyRecords(context, [
    ...others.map((event) => ({ t, from: 'peer' as const, event })),
    { t, from: 'server', accepted: { ids: events.map(({ id }) => id), version: findNewestVersion(log) } },
  ]);
}

/** Announces an own order together with its event, once that event is on disk. */
export function announceWithEvent(context: StepContext, order: Order, event: AnyEvent): void {
  const { messageType, data } = createOrderMessage(context.state, order);
  const message = { eventId: event.id, messageType, data: { ...data, events: [event] } };
  change(context, 'notifying', { held: [...context.state.notifying.held, message] });
}

/** Publishes messages whose events are on disk now. */
export function publishStored(context: StepContext): void {
  const { held } = context.state.notifying;
  if (held.length === 0) return;
  const { unsaved } = context.state.disk;
  for (const { eventId, messageType, data } of held)
    if (!unsaved.has(eventId)) publish(context, messageType, data);
  change(context, 'notifying', { held: held.filter(({ eventId }) => unsaved.has(eventId)) });
}
