/** E7: an app from before a type of event existed. To it that type is one of the future. */
import type { Sync } from '#contract/calls/cart.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { entryOf, type Knowledge } from '#events/records/log.ts';
import { cartView, type CartView } from '#projections/merge/cart-view.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/** The types that the older app lacks; it can't make such events either. */
const unknownToIt: ReadonlySet<string> = new Set(['notesEdited', 'orderTypeSet']);

const seen = new WeakMap<AnyEvent, AnyEvent>();

export function isUnknownToOlderApp(type: string): boolean {
  return unknownToIt.has(type);
}

/** The event as the older app takes it in. */
function olderEvent(event: AnyEvent): AnyEvent {
  if (!unknownToIt.has(event.type)) return event;
  let older = seen.get(event);
  if (!older) seen.set(event, (older = { ...event, type: `${event.type}OfTheFuture` }));
  return older;
}

export function olderSync(sync: Sync): Sync {
  const { snapshot } = sync;
  if (!snapshot?.events) return sync;
  return { ...sync, snapshot: { ...snapshot, events: snapshot.events.map(olderEvent) } };
}

export function olderMessage({ message, fromUserId }: Incoming): Incoming {
  const { events } = message.data;
  if (!events) return { message, fromUserId };
  return { message: { ...message, data: { ...message.data, events: events.map(olderEvent) } }, fromUserId };
}

/** What an older app makes of the same knowledge; it goes by the server's values where it has no event of its own. */
export function olderView(knowledge: Knowledge): CartView {
  const entries = new Map([...knowledge.entries].map(([id, { event }]) => [id, entryOf(olderEvent(event))!]));
  return cartView({ ...knowledge, entries });
}
