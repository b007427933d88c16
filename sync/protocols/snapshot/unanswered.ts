/**
 * Requests that a snapshot server has not answered (P2). Each is on disk before it leaves, and the next carts decide what
 * became of it. `sync/wire/unanswered-post.ts` has the states of such a request.
 */
import { rejections } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { interpret } from '#events/cart/registry.ts';
import { itemKey } from '#events/item.ts';
import { isCovered } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { plainCart, withEvents } from './cart-facts.ts';
import { applyRecords } from '../../log/knowledge.ts';
import type { Answer, SnapshotCartAnswer, ServerCall } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { acceptEvents, publishAccepted } from '../../parts/table.ts';
import { change, newId, notify, send, viewOf, type StepContext } from '../../state/step-context.ts';
import {
  changesBetween,
  fateOf,
  hasSameOwnLines,
  isLine,
  isResultOf,
  isUndoneBy,
  ownPart,
  restoreOwnPart,
  type UnansweredPost,
} from './unanswered-post.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';

/** So many are kept: what is older than the last few tries does not arrive any more. */
const mostKept = 20;
/** An overtaken request may be carried out for so long after it left, ms: twice the specification's longest timeout. */
const arrivesWithinMs = 120_000;

/** Keeps what is about to be sent. @param view the cart as it should be after it; `of`: whose lines it writes */
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
    id: newId(context),
    ids: events.map(({ id }) => id),
    at: context.moment.now,
    changes: changesBetween(before, view, of, openPosts(context.state)),
    lastOrderId: viewOf(context.state).lastOrderId ?? '',
    hadLines: before.carts.length > 0,
    isCut: false,
    // A clear (`of` is nobody) leaves no lines; it says nothing of guests and order type.
    result: of === undefined ? {} : ownPart(view, of),
    // The own lines once more: nothing hangs on its answer.
    ...(events.length === 0 && { isOvertaken: true }),
  };
  keep(context, [...context.state.outbox.unanswered, post].slice(-mostKept));
  change(context, 'outbox', { prepared: { postId: post.id, events, call } });
}

/** This tab leads no more: what has not left does not leave. */
export function dropPrepared(context: StepContext): void {
  const { prepared } = context.state.outbox;
  change(context, 'outbox', { prepared: undefined });
  removePost(context, prepared?.postId);
}

/** Its answer says it all: it was taken, or refused. */
export function removePost(context: StepContext, postId: string | undefined): void {
  const left = context.state.outbox.unanswered.filter(({ id }) => id !== postId);
  if (left.length < context.state.outbox.unanswered.length) keep(context, left);
}

/** A request whose events are settled needs no answer any more; but the server may still carry it out. */
export function removeAnswered(context: StepContext): void {
  const { unanswered } = context.state.outbox;
  const isAnswered = ({ ids, isOvertaken }: UnansweredPost) =>
    !isOvertaken && !ids.some((id) => isOpen(context.state, id));
  if (!unanswered.some(isAnswered)) return;
  const overtaken = (post: UnansweredPost) => (post.result ? [{ ...post, isOvertaken: true } as const] : []);
  keep(
    context,
    unanswered.flatMap((post) => (isAnswered(post) ? overtaken(post) : post)),
  );
}

/** The newer change has been sent again, or will not be. */
export function removeUndone(context: StepContext): void {
  const { unanswered } = context.state.outbox;
  const left = unanswered.filter(({ hasUndone }) => !hasUndone);
  if (left.length < unanswered.length) keep(context, left);
}

/** Whether the own lines are to be sent again although no change is pending. */
export function mustRepeatLines({ outbox, tabs }: PhoneState): boolean {
  return tabs.leads && outbox.unanswered.some(({ hasUndone }) => hasUndone);
}

/** Whether a request waits for a cart that tells what became of it. */
export function hasOpenPost(unanswered: readonly UnansweredPost[]): boolean {
  return unanswered.some(({ isOvertaken }) => !isOvertaken);
}

/**
 * Looks whether the server has carried out an overtaken request after a newer one. Then the older lines stand in its
 * cart: the phone goes on showing the newer ones and sends them again. They go out whole, not as new events: a cart of a
 * copy that lags behind looks the same, and to write the same lines twice does no harm.
 * @param should the diner's part as the server has accepted it
 * @returns the cart, with the diner's part as it should be
 */
export function restoreUndone(
  context: StepContext,
  told: SnapshotCartAnswer,
  should: CartView,
): SnapshotCartAnswer {
  removeAnswered(context);
  const { outbox, facts, tabs } = context.state;
  const { unanswered } = outbox;
  const { userId } = facts.log;
  if (!tabs.leads || !unanswered.some(({ isOvertaken }) => isOvertaken)) return told;
  const mayArrive = ({ at }: UnansweredPost) => context.moment.now - at <= arrivesWithinMs;
  // An open request with the same lines explains the cart as well.
  const isExplained = openPosts(context.state).some((post) => isResultOf(post, told, userId));
  const found = isExplained
    ? undefined
    : unanswered.findLast(
        (post) => post.isOvertaken && mayArrive(post) && isUndoneBy(post, told, should, userId),
      );
  const left = unanswered.flatMap((post): UnansweredPost[] => {
    if (!post.isOvertaken) return [post];
    if (post === found) return [post.hasUndone ? post : { ...post, hasUndone: true }];
    return post.hasUndone || !mayArrive(post) ? [] : [post];
  });
  if (left.length < unanswered.length || (found && !found.hasUndone)) keep(context, left);
  if (!found) return told;
  const own = told.carts.find((cart) => cart.userId === userId);
  // What left no line behind may have been ordered: it is looked for there first.
  if (!own?.lines.length) requestOpenOrder(context, true);
  return restoreOwnPart(found, told, should, userId);
}

function requestOpenOrder(context: StepContext, mayRepeat: boolean): void {
  const number = send(context, { call: 'openOrder' });
  change(context, 'outbox', { looking: { number, mayRepeat } });
}

/** Another tab's word of what it has sent without an answer. */
export function receiveUnanswered(context: StepContext, posts: readonly UnansweredPost[]): void {
  change(context, 'outbox', { unanswered: posts, isInDoubt: hasOpenPost(posts) });
  change(context, 'disk', { isStateNew: true });
}

/** An order or a clear by anybody: what has no answer may have gone with it. */
export function markRemovals(context: StepContext, records: readonly LogRecord[]): void {
  const { unanswered } = context.state.outbox;
  if (unanswered.length === 0) return;
  const isCut = records.some((record) => {
    const event = 'event' in record ? interpret(record.event) : undefined;
    return event?.type === 'orderPlaced' || event?.type === 'cartCleared';
  });
  if (isCut) markAllRemoved(context);
}

export function markAllRemoved(context: StepContext): void {
  const { unanswered } = context.state.outbox;
  if (unanswered.some(({ isCut }) => !isCut))
    keep(
      context,
      unanswered.map((post) => ({ ...post, isCut: true })),
    );
}

/**
 * Compares the cart that has come with what has no answer. What stands as it should was written; what stands as it was
 * goes out again, but its record stays: it may still arrive. What nobody can tell is looked for in the order.
 * @param should the diner's part as the server has accepted it
 * @returns `covers`, and what was found written
 */
export function decideUnanswered(
  context: StepContext,
  told: SnapshotCartAnswer,
  should: CartView,
  covers: VersionVector,
): VersionVector {
  change(context, 'outbox', { isInDoubt: false });
  removeAnswered(context);
  const newestFirst = openPosts(context.state).toReversed();
  if (newestFirst.length === 0) return covers;
  const { userId } = context.state.facts.log;
  const written = newestFirst.find((post) => fateOf(post, told, userId) === 'written');
  if (written) {
    const events = openEvents(context.state, written.ids);
    acceptEvents(context, events);
    publishAccepted(context, events, undefined);
    // Nothing but this request made such lines. Where it changes none, it may still arrive.
    const isOfLines = Object.entries(written.changes).some(
      ([place, [before, after]]) => isLine(place) && before !== after,
    );
    if (isOfLines) removePost(context, written.id);
    removeAnswered(context);
    return withEvents(covers, events);
  }
  const isGone = told.carts.length === 0;
  const isSure = ({ isCut, hadLines }: UnansweredPost) => !isCut && !(hadLines && isGone);
  const [newest] = newestFirst;
  const isNotWritten =
    newest !== undefined &&
    // It was sent over a cart that an older request without an answer has changed since.
    (fateOf(newest, told, userId) === 'notWritten' || hasSameOwnLines(told, should, userId));
  if (!isNotWritten || !isSure(newest)) requestOpenOrder(context, isNotWritten);
  return covers;
}

/** The table's open order: what has no answer went with it, did not arrive, or is the diner's to decide. */
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
    // No order took it: it goes out again.
    return keep(
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

/** The diner's lines are gone from the cart. What was perhaps ordered is not sent again: the diner hears of it. */
function keepOrderedLines(context: StepContext, order: Order | null): void {
  const { facts, knowledge, outbox } = context.state;
  const undone = outbox.unanswered.find(({ hasUndone }) => hasUndone);
  const carts = knowledge.log.snapshot?.userCarts ?? [];
  const { lines = [] } = carts.find(({ userId }) => userId === facts.log.userId) ?? {};
  if (!undone || !order || lines.length === 0) return;
  const ordered = sumOrdered(order);
  const isNew = order.id !== undone.lastOrderId;
  const isInIt = lines.every(({ item, quantity }) => quantityOf(ordered, itemKey(item)) >= quantity);
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
  for (const { item, quantity } of plainCart('', order.orderItems).lines)
    ordered.set(itemKey(item), quantityOf(ordered, itemKey(item)) + quantity);
  return ordered;
}

function quantityOf(ordered: ReadonlyMap<string, number>, key: string): number {
  return ordered.get(key) ?? 0;
}

/** Everything that the change adds is in the order. */
function isOrdered({ changes }: UnansweredPost, order: Order): boolean {
  const ordered = sumOrdered(order);
  const added = Object.entries(changes).filter(([place, [before, after]]) => isLine(place) && after > before);
  return added.every(
    ([place, [before, after]]) => quantityOf(ordered, place.slice(place.indexOf(' ') + 1)) >= after - before,
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

/** What a snapshot covers may have left the log with its acceptance (G2). */
function isOpen({ knowledge: { log } }: PhoneState, id: string): boolean {
  const isForgotten = !log.pending.has(id) && isCovered(id, log.covers);
  return !log.accepted.has(id) && !log.rejected.has(id) && !isForgotten;
}

function keep(context: StepContext, unanswered: readonly UnansweredPost[]): void {
  change(context, 'outbox', { unanswered });
  change(context, 'disk', { isStateNew: true });
  context.effects.push({ kind: 'postToTabs', message: { kind: 'unanswered', posts: unanswered } });
}
