/**
 * Receives messages of the table's group. Messages may be lost, repeated or invented, so the server's answers decide.
 *
 *   message ──► kind of server known? ──no──► held until the first answer
 *                     │yes
 *                     ▼
 *                   read ──┬─ from the server ──► hint, menu, order, table: ask or notify
 *                          └─ from a phone ─────► valid events into the log ──► ask the server? ──► notify the diner?
 *
 * Which records of a phone count:
 * - An event counts if its replica belongs to the sender's user id. The real-time service vouches for that id.
 * - A rejection counts only for the sender's own events.
 * - After the log has restarted from the server's, no record of a phone counts any more.
 *
 * A message without events comes from a phone of another maker or from the restaurant's system. In the log it changes
 * at most the guest count and the order type. The phone notifies the diner and asks the server for the cart.
 *
 * Example: Ann's phone publishes `addCartItem` with event `ra:4`. This phone applies `ra:4` and shows "Ann added tea".
 * The real-time service delivers the message again, and `isRepeat` finds that it has received 4 of `ra`.
 */
import { limits } from '#contract/limits.ts';
import { isMessageType, type MessageType, type TableMessage } from '#contract/messages.ts';
import { orderType as orderTypes } from '#contract/states.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { isReserved, parseEventId } from '#events/log/event-id.ts';
import { compareEntries } from '#events/records/log.ts';
import { listEvents, type LogRecord } from '#events/records/records.ts';
import { reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { requestCatchUp, requestCatchUpSoon } from './catch-up-requests.ts';
import { chooseProtocol } from '../protocols/registry.ts';
import { coverEvents } from '../log/covered.ts';
import { decide, type Command } from '../commands/decide.ts';
import { applyRecords, writeEvent } from '../log/knowledge.ts';
import type { Incoming } from '../ports/incoming.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { change, notify, postToTabs, report, getView, type StepContext } from '../state/step-context.ts';
import { createNoticesOfMessage } from '../wire/table-messages.ts';

/** The wait after a hint of the server, ms. The peer's own message usually arrives within it and saves the question. */
const hintMs = 200;
/** How long after an own order the server's message about it may arrive, ms. */
const ownOrderMs = 10_000;
/** An upper bound, because any phone at the table can invent browser ids and replicas. */
const mostTellers = 1_000;

/** Messages that count only from the server, and `presence`, which says nothing about the cart. */
const notOfPeers: readonly string[] = [
  'cartChanged',
  'menuChanged',
  'orderChanged',
  'tableMoved',
  'tableClosed',
  'staffNews',
  'presence',
] satisfies MessageType[];

/** Receives a message. Before the kind of server is known, the message is held. */
export function receiveMessage(context: StepContext, incoming: Incoming, browserId: string): void {
  const { group, catchUp } = context.state;
  if (chooseProtocol(context.state).isKnown) return read(context, incoming, browserId);
  change(context, 'group', { unread: [...group.unread, { incoming, browserId }] });
  // The sender published after the server accepted. So the cart of a question that leaves later includes these events.
  const { message, fromUserId = '' } = incoming;
  const events = listEvents(readRecords(context, message, fromUserId));
  change(context, 'catchUp', { received: coverEvents(catchUp.received, events) });
}

/** Reads the held messages once the kind of server is known. */
export function readHeldMessages(context: StepContext): void {
  const { unread } = context.state.group;
  if (unread.length === 0 || !chooseProtocol(context.state).isKnown) return;
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
  // It says nothing about the cart.
  if (messageType === 'proposal') {
    if (fromUserId) notify(context, { kind: messageType, fromUserId, data });
    return;
  }
  if (!isMessageType(messageType)) report(context, 'info', `unknown message type "${messageType}"`);
  const protocol = chooseProtocol(context.state);
  // Events count only from phones, because the service names no diner for a message of the restaurant's system.
  const records = fromUserId === undefined ? [] : readRecords(context, message, fromUserId);
  protocol.handlePeerMessage(context, messageType, listEvents(records));
  applyRecords(context, protocol.filterPeerRecords(records, context.state.knowledge.log));
  // The change is in no cart that this phone has, so a new cart must come before the next request.
  if (!data.events && fromBrowserId !== browserId) change(context, 'server', { cartAt: undefined });
  if (getView(context.state).blocked.length > 0) requestCatchUp(context);
  else if (!data.events || protocol.asksAfterMessages || context.state.catchUp.isMended)
    requestCatchUpSoon(context);
  // The diner has seen changes of this browser. Their events still count, because another tab is another replica.
  const isKnown =
    fromBrowserId === browserId ||
    isRepeat(context, data.events, fromUserId) ||
    isOwnOrder(context, message, fromUserId);
  if (isKnown) return;
  if (!data.events && data.sessionId === undefined) recordAnnouncedValue(context, message);
  if (fromUserId === undefined && isPublishedByItsPhone(context, message)) return;
  for (const notice of createNoticesOfMessage(message, fromUserId === undefined)) notify(context, notice);
}

/**
 * Records the guest count or the order type that a phone of another maker has announced. Such a phone may not send it
 * to the server, and the server's cart may contain neither value. So this phone creates an event of its own. It reaches
 * the server, and no later cart undoes it. Several phones may do so, and all set the same value.
 */
function recordAnnouncedValue(context: StepContext, message: TableMessage): void {
  const command = readCommand(message);
  const { tabs, facts, author } = context.state;
  const draft = command && tabs.leads ? decide(getView(context.state), facts.log.userId, command) : undefined;
  if (draft) writeEvent(context, author, draft);
}

function readCommand({ messageType, data }: TableMessage): Command | undefined {
  const { guests, orderType } = data;
  if (messageType === 'updateGuestNumber' && isWithin(guests, limits.guests))
    return { kind: 'setGuests', guests };
  if (messageType === 'updateOrderType' && isWithin(orderType, orderTypes.onlineTakeout))
    return { kind: 'setOrderType', orderType };
  // A diner who restarts the table also clears the number of guests (CG6).
  if (messageType === 'closeInactiveDialog' && data.shouldClearCart) return { kind: 'setGuests', guests: 0 };
  return undefined;
}

function isWithin(value: number | undefined, most: number): value is number {
  return Number.isInteger(value) && value! >= 0 && value! <= most;
}

function addTeller(context: StepContext, browserId: string): void {
  const { publishers } = context.state.group;
  change(context, 'group', { publishers: new Set([...publishers, browserId].slice(-mostTellers)) });
}

/** Whether the server repeats an addition that a phone of this project publishes itself. It would be shown twice. */
function isPublishedByItsPhone(
  { state }: StepContext,
  { messageType, fromBrowserId }: TableMessage,
): boolean {
  return messageType === 'addCartItem' && state.group.publishers.has(fromBrowserId);
}

/** Whether the server announces an order of this diner. They have seen the result where they placed it. */
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

/** Handles a message that only the server may send. */
function receiveServerMessage(context: StepContext, { messageType, data }: Incoming['message']): void {
  switch (messageType) {
    case 'menuChanged':
      return notify(context, { kind: 'menuChanged' });
    case 'orderChanged':
      return notify(context, { kind: 'orderChanged', orderId: data.orderId ?? '' });
    case 'tableMoved':
    case 'tableClosed':
      // The answer names the new table, or says that the session has ended.
      return requestCatchUp(context);
    case 'cartChanged': {
      const { known = {}, digest } = data;
      postToTabs(context, { kind: 'hint', known, digest });
      return scheduleHint(context, known, digest);
    }
    default:
      return undefined;
  }
}

/** Looks after a moment whether this phone lacks events that the server knows. */
export function scheduleHint(context: StepContext, known: VersionVector, digest?: string): void {
  const { hint } = context.state.group;
  const at = hint?.at ?? context.moment.uptime + hintMs;
  change(context, 'group', { hint: { at, known: hint ? union(hint.known, known) : known, digest } });
}

function readRecords(context: StepContext, { data }: Incoming['message'], userId: string): LogRecord[] {
  const t = context.moment.now;
  const { state } = context;
  // The log has restarted, perhaps because of an invented event. From then on the phone believes only the server.
  if (state.catchUp.isMended) return [];
  const { log } = state.knowledge;
  const events = (data.events ?? []).filter(
    (event) =>
      !log.entries.has(event.id) && canHaveWritten(state, event.id, userId) && hasSeenNoFuture(state, event),
  );
  const rejected = (data.rejected ?? []).flatMap(({ ids, code }): LogRecord[] => {
    const own = ids.filter((id) => canReject(state, id, userId));
    return own.length > 0 ? [{ t, from: 'peer', rejected: { ids: own, code } }] : [];
  });
  return [...events.map((event): LogRecord => ({ t, from: 'peer', event })), ...rejected];
}

/** Whether the sender may have written this event: not under this phone's replica, the server's or another diner's. */
function canHaveWritten(state: PhoneState, id: string, userId: string | undefined): boolean {
  const replicaId = parseEventId(id)?.replicaId;
  if (!replicaId || isReserved(replicaId)) return false;
  if (replicaId === state.knowledge.writer.replicaId) return false;
  return (state.knowledge.owners.get(replicaId) ?? userId) === userId;
}

/** Whether `seen` names only existing events of this phone. A cart would otherwise count as covering later ones. */
function hasSeenNoFuture({ knowledge }: PhoneState, { seen }: AnyEvent): boolean {
  const { replicaId, lastSeq } = knowledge.writer;
  return reach(seen, replicaId) <= lastSeq;
}

/** Whether the rejected event is the sender's own. For an unknown replica the phone waits for the server's answer. */
function canReject(state: PhoneState, id: string, userId: string): boolean {
  const { owners, log } = state.knowledge;
  return owners.get(parseEventId(id)?.replicaId ?? '') === userId && !log.rejected.has(id);
}

/**
 * Whether all events were in earlier messages. A sender repeats a message if it cannot tell whether it arrived. It keeps
 * the order of its messages, so the highest number of each replica is enough.
 */
function isRepeat(context: StepContext, events: readonly AnyEvent[] = [], userId?: string): boolean {
  const received = new Map([...context.state.group.received].slice(-mostTellers));
  let isRepeated = events.length > 0;
  for (const { id } of events) {
    const { replicaId, seq } = parseEventId(id)!;
    if (seq <= (received.get(replicaId) ?? 0)) continue;
    isRepeated = false;
    // Otherwise a diner could hide the changes of another one.
    if (canHaveWritten(context.state, id, userId)) received.set(replicaId, seq);
  }
  change(context, 'group', { received });
  return isRepeated;
}
