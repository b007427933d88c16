/**
 * Stores each request to a snapshot server until its outcome is known. `unanswered-post.ts` compares it with a cart.
 *
 *     on disk ──► sent ──► answered ──► removed
 *                   └──► no answer ──► next cart ──┬─► written:     accept its events
 *                                                  ├─► not written: send its events again
 *                                                  └─► unclear:     look in the table's open order
 *                                                                    ├─► it has them: accept
 *                                                                    ├─► no new order, not written: send again
 *                                                                    └─► otherwise: reject, and ask the diner
 *
 * Invariants:
 * - A request is on disk before it leaves, so that a reload cannot lose it.
 * - Dishes that may have been ordered are never sent again without the diner.
 * - A request with decided events stays for two minutes, because the server may still carry it out over newer lines.
 *   `restoreUndone` recognises that, and the phone sends the newer lines again.
 */
import { rejections } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { getItemKey } from '#events/item.ts';
import { isCovered } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { createSnapshotCart } from './cart-facts.ts';
import { coverEvents } from '../../log/covered.ts';
import { applyRecords } from '../../log/knowledge.ts';
import type { Answer, SnapshotCartAnswer, ServerCall } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { publishAccepted } from '../../parts/table.ts';
import { acceptEvents } from './own-events.ts';
import { change, createId, notify, send, getView, type StepContext } from '../../state/step-context.ts';
import {
  listChangesBetween,
  findFate,
  hasSameOwnLines,
  isLine,
  isResultOf,
  isUndoneBy,
  sumOwnPart,
  restoreOwnPart,
} from './unanswered-post.ts';
import type { UnansweredPost } from '../../ports/storage.ts';
import { keepPosts, removePost } from './unanswered-posts.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';

/** The number of stored requests. A server does not carry out a request that many requests later. */
const mostKept = 20;
/** The server may carry out an overtaken request until this time after it left, ms: twice the longest timeout. */
const arrivesWithinMs = 120_000;

/**
 * Stores a request and prepares it for sending.
 * @param view the cart after the request
 * @param of the diner whose lines it writes; undefined for a clear of the table
 */
export function prepareStoredRequest(
  context: StepContext,
  events: readonly AnyEvent[],
  call: ServerCall,
  view: CartView,
  of: string | undefined,
): void {
  const { snapshot } = context.state.knowledge.log;
  const before = { carts: snapshot?.userCarts ?? [], ...snapshot };
  const post: UnansweredPost = {
    id: createId(context),
    ids: events.map(({ id }) => id),
    at: context.moment.now,
    changes: listChangesBetween(before, view, of, openPosts(context.state)),
    lastOrderId: getView(context.state).lastOrderId ?? '',
    hadLines: before.carts.length > 0,
    isCut: false,
    // A clear leaves no lines, and does not contain guests and order type.
    result: of === undefined ? {} : sumOwnPart(view, of),
    // A request that repeats the own lines has no events to decide on.
    ...(events.length === 0 && { isOvertaken: true }),
  };
  keepPosts(context, [...context.state.outbox.unanswered, post].slice(-mostKept));
  change(context, 'outbox', { prepared: { postId: post.id, events, call } });
}

/** Marks requests as overtaken if all their events have a decision. The server may still carry them out. */
export function removeAnswered(context: StepContext): void {
  const { unanswered } = context.state.outbox;
  const isAnswered = ({ ids, isOvertaken }: UnansweredPost) =>
    !isOvertaken && !ids.some((id) => isOpen(context.state, id));
  if (!unanswered.some(isAnswered)) return;
  const markOvertaken = (post: UnansweredPost) =>
    post.result ? [{ ...post, isOvertaken: true } as const] : [];
  keepPosts(
    context,
    unanswered.flatMap((post) => (isAnswered(post) ? markOvertaken(post) : post)),
  );
}

/** Removes the requests that undid a newer change, after the phone has sent it again or given up on it. */
export function removeUndone(context: StepContext): void {
  const { unanswered } = context.state.outbox;
  const left = unanswered.filter(({ hasUndone }) => !hasUndone);
  if (left.length < unanswered.length) keepPosts(context, left);
}

/**
 * Detects that the server has carried out an overtaken request after a newer one, so that its cart has the older lines.
 * The phone keeps showing the newer lines and sends them again. It creates no new events for them: a copy of the server
 * that lags behind returns the same cart, and then new events would count twice. Equal lines do no harm.
 * @param should the view of the changes that the server has accepted from this diner
 * @returns the cart, with the accepted lines in place of the older ones
 */
export function restoreUndone(
  context: StepContext,
  answered: SnapshotCartAnswer,
  should: CartView,
): SnapshotCartAnswer {
  removeAnswered(context);
  const { outbox, facts, tabs } = context.state;
  const { unanswered } = outbox;
  const { userId } = facts.log;
  if (!tabs.leads || !unanswered.some(({ isOvertaken }) => isOvertaken)) return answered;
  const canArrive = ({ at }: UnansweredPost) => context.moment.now - at <= arrivesWithinMs;
  // An open request with the same lines explains the cart as well.
  const isExplained = openPosts(context.state).some((post) => isResultOf(post, answered, userId));
  const found = isExplained
    ? undefined
    : unanswered.findLast(
        (post) => post.isOvertaken && canArrive(post) && isUndoneBy(post, answered, should, userId),
      );
  const left = unanswered.flatMap((post): UnansweredPost[] => {
    if (!post.isOvertaken) return [post];
    if (post === found) return [post.hasUndone ? post : { ...post, hasUndone: true }];
    return post.hasUndone || !canArrive(post) ? [] : [post];
  });
  if (left.length < unanswered.length || (found && !found.hasUndone)) keepPosts(context, left);
  if (!found) return answered;
  const own = answered.carts.find((cart) => cart.userId === userId);
  // Lines that are gone may have been ordered, so look in the open order first.
  if (!own?.lines.length) requestOpenOrder(context, true);
  return restoreOwnPart(found, answered, should, userId);
}

function requestOpenOrder(context: StepContext, mayRepeat: boolean): void {
  const number = send(context, { call: 'openOrder' });
  change(context, 'outbox', { looking: { number, mayRepeat } });
}

/**
 * Compares a new cart with the open requests, newest first. The events of a written request are accepted. A request
 * that was not written stays, because it may still arrive, but its events go out again. If the cart shows neither,
 * the phone looks in the table's open order.
 * @param should the view of the changes that the server has accepted from this diner
 * @returns `covers`, extended by the events of the written request
 */
export function decideUnanswered(
  context: StepContext,
  answered: SnapshotCartAnswer,
  should: CartView,
  covers: VersionVector,
): VersionVector {
  change(context, 'outbox', { isInDoubt: false });
  removeAnswered(context);
  const newestFirst = openPosts(context.state).toReversed();
  if (newestFirst.length === 0) return covers;
  const { userId } = context.state.facts.log;
  const written = newestFirst.find((post) => findFate(post, answered, userId) === 'written');
  if (written) {
    const events = openEvents(context.state, written.ids);
    acceptEvents(context, events);
    publishAccepted(context, events, undefined);
    // Nothing but this request writes such lines, so it cannot arrive later. One without changed lines still can.
    const isOfLines = Object.entries(written.changes).some(
      ([place, [before, after]]) => isLine(place) && before !== after,
    );
    if (isOfLines) removePost(context, written.id);
    removeAnswered(context);
    return coverEvents(covers, events);
  }
  const isGone = answered.carts.length === 0;
  const isSure = ({ isCut, hadLines }: UnansweredPost) => !isCut && !(hadLines && isGone);
  const [newest] = newestFirst;
  const isNotWritten =
    newest !== undefined &&
    // The request may follow an older unanswered one. If the cart has the accepted lines, neither was written.
    (findFate(newest, answered, userId) === 'notWritten' || hasSameOwnLines(answered, should, userId));
  if (!isNotWritten || !isSure(newest)) requestOpenOrder(context, isNotWritten);
  return covers;
}

/** Decides on the open requests by the table's open order: accept them, send them again, or ask the diner. */
export function applyOpenOrder(context: StepContext, number: number, answer: Answer<Order | null>): void {
  const { looking } = context.state.outbox;
  if (looking?.number !== number) return;
  change(context, 'outbox', { looking: undefined });
  if (!answer.ok && answer.failure.kind !== 'refused') return change(context, 'outbox', { isInDoubt: true });
  const order = answer.ok ? answer.value : null;
  keepOrderedLines(context, order);
  const unanswered = openPosts(context.state);
  if (unanswered.length === 0) return;
  const [oldest] = unanswered;
  const isNew = order !== null && order.id !== oldest?.lastOrderId;
  const ids = [...new Set(unanswered.flatMap((post) => post.ids))];
  const events = openEvents(context.state, ids);
  if (isNew && unanswered.some((post) => isOrdered(post, order))) {
    acceptEvents(context, events);
    publishAccepted(context, events, undefined);
  } else if (looking.mayRepeat && !isNew) {
    // No order has taken the lines, so the events go out again.
    return keepPosts(
      context,
      context.state.outbox.unanswered.map((post) =>
        post.isOvertaken ? post : { ...post, isCut: false, hadLines: false },
      ),
    );
  } else {
    const rejected = { ids: events.map(({ id }) => id), code: rejections.unanswered };
    applyRecords(context, [{ t: context.moment.now, from: 'server', rejected }]);
  }
  removeAnswered(context);
}

/**
 * Stops sending the own lines again if an order may have taken them, and offers them to the diner unless it has all.
 */
function keepOrderedLines(context: StepContext, order: Order | null): void {
  const { facts, knowledge, outbox } = context.state;
  const undone = outbox.unanswered.find(({ hasUndone }) => hasUndone);
  const carts = knowledge.log.snapshot?.userCarts ?? [];
  const { lines = [] } = carts.find(({ userId }) => userId === facts.log.userId) ?? {};
  if (!undone || !order || lines.length === 0) return;
  const ordered = sumOrdered(order);
  const isNew = order.id !== undone.lastOrderId;
  const isInIt = lines.every(({ item, quantity }) => getQuantity(ordered, getItemKey(item)) >= quantity);
  if (!isNew && !isInIt) return;
  removeUndone(context);
  requestCatchUp(context);
  if (isNew && isInIt) return;
  for (const { item, quantity } of lines)
    notify(context, {
      kind: 'changeRejected',
      code: rejections.unanswered,
      product: item.name ?? '',
      again: { item, quantity },
    });
}

function sumOrdered(order: Order): ReadonlyMap<string, number> {
  const ordered = new Map<string, number>();
  for (const { item, quantity } of createSnapshotCart('', order.orderItems).lines)
    ordered.set(getItemKey(item), getQuantity(ordered, getItemKey(item)) + quantity);
  return ordered;
}

function getQuantity(ordered: ReadonlyMap<string, number>, key: string): number {
  return ordered.get(key) ?? 0;
}

/** Whether the order contains all dishes that the request adds. */
function isOrdered({ changes }: UnansweredPost, order: Order): boolean {
  const ordered = sumOrdered(order);
  const added = Object.entries(changes).filter(([place, [before, after]]) => isLine(place) && after > before);
  return added.every(
    ([place, [before, after]]) => getQuantity(ordered, place.slice(place.indexOf(' ') + 1)) >= after - before,
  );
}

function openPosts({ outbox }: PhoneState): readonly UnansweredPost[] {
  return outbox.unanswered.filter(({ isOvertaken }) => !isOvertaken);
}

function openEvents(state: PhoneState, ids: readonly string[]): AnyEvent[] {
  return ids
    .filter((id) => isOpen(state, id))
    .flatMap((id) => state.knowledge.log.entries.get(id)?.event ?? state.tabs.theirs.get(id) ?? []);
}

/** Whether the event has no decision yet. A covered event may have left the log together with its acceptance. */
function isOpen({ knowledge: { log } }: PhoneState, id: string): boolean {
  const isForgotten = !log.pending.has(id) && isCovered(id, log.covers);
  return !log.accepted.has(id) && !log.rejected.has(id) && !isForgotten;
}
