/** Messages of the table's group: a lossy hint channel; the snapshot has the last word. */
import { limits } from '#contract/limits.ts';
import { isMessageType, type MessageType, type TableMessage } from '#contract/messages.ts';
import { orderType as orderTypes } from '#contract/states.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { isReserved, parseEventId } from '#events/log/event-id.ts';
import { compareEntries } from '#events/records/log.ts';
import { GrowingSet } from '#events/log/growing.ts';
import type { LogRecord } from '#events/records/records.ts';
import { reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { requestCatchUp, requestCatchUpSoon } from './catch-up-requests.ts';
import { protocolOf } from '../protocols/registry.ts';
import { withEvents } from '../protocols/snapshot/cart-facts.ts';
import { decide, type Command } from '../commands/decide.ts';
import { applyRecords, writeEvent } from '../log/knowledge.ts';
import { markAllRemoved } from '../protocols/snapshot/unanswered.ts';
import type { Incoming } from '../ports/incoming.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { change, notify, viewOf, type StepContext } from '../state/step-context.ts';
import { createNoticesOfMessage } from '../wire/table-messages.ts';

/** D16: a peer's own message usually arrives right after the server's hint: wait so long before asking, ms. */
const hintMs = 200;
/** How long after the answer to an own order the server's word of it may come, ms. */
const ownOrderMs = 10_000;
/** So many ids of events are remembered as heard at least, and twice as many at most: repeats come within seconds. */
const leastHeard = 1_000;

/** An upper bound, because any phone at the table can invent browser ids. */
const mostTellers = 1_000;

/** What the server alone may say, and what is no news of the cart. */
const notOfPeers: readonly string[] = [
  'cartChanged',
  'menuChanged',
  'orderChanged',
  'tableMoved',
  'tableClosed',
  'staffNews',
  'presence',
] satisfies MessageType[];

/** P2: what has no answer may have gone with one of these. */
const cuts: readonly string[] = ['placeOrder', 'updateOrder', 'clearCart'] satisfies MessageType[];

/** Takes a message in; until it is known which server this is (P1) it is kept. */
export function receiveMessage(context: StepContext, incoming: Incoming, browserId: string): void {
  const { group, catchUp } = context.state;
  if (protocolOf(context.state).isKnown) return read(context, incoming, browserId);
  change(context, 'group', { unread: [...group.unread, { incoming, browserId }] });
  // P2: the cart of a question that leaves from now on has it.
  const { message, fromUserId = '' } = incoming;
  const events = recordsOf(context, message, fromUserId).flatMap((record) =>
    'event' in record ? [record.event] : [],
  );
  change(context, 'catchUp', { heard: withEvents(catchUp.heard, events) });
}

/** What came before the server was known. */
export function readHeldMessages(context: StepContext): void {
  const { unread } = context.state.group;
  if (unread.length === 0 || !protocolOf(context.state).isKnown) return;
  change(context, 'group', { unread: [] });
  for (const { incoming, browserId } of unread) read(context, incoming, browserId);
}

function read(context: StepContext, { message, fromUserId }: Incoming, browserId: string): void {
  const { messageType, data, fromBrowserId } = message;
  if (data.sessionId !== undefined && data.sessionId !== context.state.facts.log.sessionId) return;
  if (fromUserId !== undefined && data.sessionId !== undefined) addTeller(context, fromBrowserId);
  if (notOfPeers.includes(messageType)) {
    if (fromUserId === undefined) receiveServerMessage(context, message);
    return;
  }
  if (!isMessageType(messageType)) {
    const text = `table group: message of an unknown type "${messageType}"`;
    context.effects.push({ kind: 'report', level: 'info', text });
  }
  const protocol = protocolOf(context.state);
  // P3: of what a restaurant's own system says nothing but the contract's fields counts.
  const records = fromUserId === undefined ? [] : recordsOf(context, message, fromUserId);
  protocol.awaitConfirmation(
    context,
    records.flatMap((record) => ('event' in record ? [record.event] : [])),
  );
  applyRecords(context, protocol.filterPeerRecords(records));
  if (cuts.includes(messageType)) markAllRemoved(context);
  // P3, P4: what is told without events is in no cart yet: one comes before the next change.
  if (!data.events && fromBrowserId !== browserId) change(context, 'server', { cartAt: undefined });
  if (viewOf(context.state).blocked.length > 0) requestCatchUp(context);
  else if (!data.events || protocol.asksAfterMessages || context.state.catchUp.isMended)
    requestCatchUpSoon(context);
  // Messages sent by this same browser are ignored; their events are not: another tab is another replica.
  const isTold =
    fromBrowserId === browserId || isRepeat(context, data.events) || isOwnOrder(context, message, fromUserId);
  if (isTold) return;
  if (!data.events && data.sessionId === undefined) recordAnnouncedValue(context, message);
  if (fromUserId === undefined && isPublishedByItsPhone(context, message)) return;
  for (const notice of createNoticesOfMessage(message, fromUserId === undefined)) notify(context, notice);
}

/**
 * Sets the guest count or the order type that a phone of another maker has told the table (CG8, CG9). Such a phone need
 * not tell the server, and a server's cart need not say either value. So this phone records an event of its own, which
 * the server hears and no later cart undoes. Where several phones do so, all say the same.
 */
function recordAnnouncedValue(context: StepContext, message: TableMessage): void {
  const command = commandIn(message);
  const { tabs, facts, author } = context.state;
  const draft = command && tabs.leads ? decide(viewOf(context.state), facts.log.userId, command) : undefined;
  if (draft) writeEvent(context, author, draft);
}

function commandIn({ messageType, data }: TableMessage): Command | undefined {
  const { guests, orderType } = data;
  if (messageType === 'updateGuestNumber' && isWithin(guests, limits.guests))
    return { kind: 'setGuests', guests };
  if (messageType === 'updateOrderType' && isWithin(orderType, orderTypes.onlineTakeout))
    return { kind: 'setOrderType', orderType };
  // CG6: who restarts the table clears the number of guests, too.
  if (messageType === 'closeInactiveDialog' && data.shouldClearCart) return { kind: 'setGuests', guests: 0 };
  return undefined;
}

function isWithin(value: number | undefined, most: number): value is number {
  return Number.isInteger(value) && value! >= 0 && value! <= most;
}

function addTeller(context: StepContext, browserId: string): void {
  const { tellers } = context.state.group;
  if (tellers.has(browserId)) return;
  const kept = tellers.size < mostTellers ? tellers : GrowingSet.of<string>();
  change(context, 'group', { tellers: kept.with(browserId) });
}

/** P3: a server may publish what a phone added. A phone of this project publishes it itself, so it would be shown twice. */
function isPublishedByItsPhone(
  { state }: StepContext,
  { messageType, fromBrowserId }: TableMessage,
): boolean {
  return messageType === 'addCartItem' && state.group.tellers.has(fromBrowserId);
}

/** CG4, CG5: a server tells the whole table of an order, also who placed it: they hear of it where they placed it. */
function isOwnOrder(
  { state, moment }: StepContext,
  { messageType }: TableMessage,
  fromUserId?: string,
): boolean {
  if (fromUserId !== undefined || (messageType !== 'placeOrder' && messageType !== 'updateOrder'))
    return false;
  const { placement, knowledge, facts } = state;
  if (placement.job || placement.keepOn) return true;
  const last = [...knowledge.log.entries.values()]
    .filter(({ upcast }) => upcast?.type === 'orderPlaced')
    .toSorted(compareEntries)
    .at(-1)?.event;
  return last?.userId === facts.log.userId && moment.now - last.at[0] < ownOrderMs;
}

/** Only the server gives hints (D16), and nothing else comes from it. */
function receiveServerMessage(context: StepContext, { messageType, data }: Incoming['message']): void {
  switch (messageType) {
    case 'menuChanged':
      return notify(context, { kind: 'menuChanged' });
    case 'orderChanged':
      return notify(context, { kind: 'orderChanged', orderId: data.orderId ?? '' });
    case 'tableMoved':
    case 'tableClosed':
      // The answer says where the party sits (CX19), or that the session has ended.
      return requestCatchUp(context);
    case 'cartChanged': {
      const { known = {}, digest } = data;
      context.effects.push({ kind: 'postToTabs', message: { kind: 'hint', known, digest } });
      return scheduleHint(context, known, digest);
    }
    default:
      return undefined;
  }
}

/** D16: what the server says that it knows is looked at after a moment. */
export function scheduleHint(context: StepContext, known: VersionVector, digest?: string): void {
  const { hint } = context.state.group;
  const at = hint?.at ?? context.moment.uptime + hintMs;
  change(context, 'group', { hint: { at, known: hint ? union(hint.known, known) : known, digest } });
}

function recordsOf(context: StepContext, { data }: Incoming['message'], userId: string): LogRecord[] {
  const t = context.moment.now;
  const { state } = context;
  // D42: who was misled once believes no peer any more.
  if (state.catchUp.isMended) return [];
  const { log } = state.knowledge;
  const events = (data.events ?? []).filter(
    (event) =>
      !log.entries.has(event.id) && mayWrite(state, event.id, userId) && hasSeenNoFuture(state, event),
  );
  const rejected = (data.rejected ?? []).flatMap(({ ids, code }): LogRecord[] => {
    const own = ids.filter((id) => mayReject(state, id, userId));
    return own.length > 0 ? [{ t, from: 'peer', rejected: { ids: own, code } }] : [];
  });
  return [...events.map((event): LogRecord => ({ t, from: 'peer', event })), ...rejected];
}

/** E5, E8: a replica that is known to write for somebody else is not the sender's. */
function mayWrite(state: PhoneState, id: string, userId: string): boolean {
  const replicaId = parseEventId(id)?.replicaId;
  if (!replicaId || isReserved(replicaId)) return false;
  if (replicaId === state.knowledge.writer.replicaId) return false;
  return (state.knowledge.owners.get(replicaId) ?? userId) === userId;
}

/** P2: whoever claims to have seen what this phone has yet to write would have it count as covered. */
function hasSeenNoFuture({ knowledge }: PhoneState, { seen }: AnyEvent): boolean {
  const { replicaId, lastSeq } = knowledge.writer;
  return reach(seen, replicaId) <= lastSeq;
}

/** E5: a rejection counts for the peer's own events; of a replica that is not known yet the server will tell. */
function mayReject(state: PhoneState, id: string, userId: string): boolean {
  const { owners, log } = state.knowledge;
  return owners.get(parseEventId(id)?.replicaId ?? '') === userId && !log.rejected.has(id);
}

/** Whose sender can't tell that a message arrived sends it again: what it says is told once. */
function isRepeat(context: StepContext, events: readonly AnyEvent[] = []): boolean {
  if (events.length === 0) return false;
  let { heard } = context.state.group;
  if (events.every(({ id }) => heard.has(id))) return true;
  for (const { id } of events) heard = heard.with(id);
  // Not with every message: copying them all takes longer than the rest of it.
  if (heard.size > 2 * leastHeard) heard = GrowingSet.of([...heard].slice(-leastHeard));
  change(context, 'group', { heard });
  return false;
}
