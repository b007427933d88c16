/** An app from before some types of events existed. It receives them as unknown types of a newer app. */
import type { Sync } from '#contract/calls/cart.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { readEntry, type Knowledge } from '#events/records/log.ts';
import { projectCartView, type CartView } from '#projections/merge/cart-view.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/** The types that the older app does not know. It does not create such events, either. */
const unknownToIt: ReadonlySet<string> = new Set(['notesEdited', 'orderTypeSet']);

const seen = new WeakMap<AnyEvent, AnyEvent>();

export function isUnknownToOlderApp(type: string): boolean {
  return unknownToIt.has(type);
}

/** The event as the older app reads it. */
function toOlderEvent(event: AnyEvent): AnyEvent {
  if (!unknownToIt.has(event.type)) return event;
  let older = seen.get(event);
  if (!older) seen.set(event, (older = { ...event, type: `${event.type}OfTheFuture` }));
  return older;
}

export function createOlderSync(sync: Sync): Sync {
  const { snapshot } = sync;
  if (!snapshot?.events) return sync;
  return { ...sync, snapshot: { ...snapshot, events: snapshot.events.map(toOlderEvent) } };
}

export function convertToOlderMessage({ message, fromUserId }: Incoming): Incoming {
  const { events } = message.data;
  if (!events) return { message, fromUserId };
  return { message: { ...message, data: { ...message.data, events: events.map(toOlderEvent) } }, fromUserId };
}

/** The cart that an older app shows from the same log. Without an event for a value, it uses the server's value. */
export function projectOlderView(knowledge: Knowledge): CartView {
  const entries = new Map(
    [...knowledge.entries].map(([id, { event }]) => [id, readEntry(toOlderEvent(event))!]),
  );
  return projectCartView({ ...knowledge, entries });
}
