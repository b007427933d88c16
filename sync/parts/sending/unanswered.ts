/** P2: what a plain server was told and has not answered: kept before it leaves, decided by the carts that follow. */
import { rejections } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { understood } from '#events/catalogue.ts';
import { itemKey } from '#events/item.ts';
import type { LogRecord } from '#events/records.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { plainCart, withEvents } from '../../dialect/plain-facts.ts';
import { learn } from '../knowledge.ts';
import type { Answer, PlainCart, ServerCall } from '../../ports/transport.ts';
import type { PhoneState } from '../../state.ts';
import { acceptAll, publishAccepted } from '../table.ts';
import { change, newId, send, viewOf, type Turn } from '../../turn.ts';
import { changesBetween, fateOf, type UnansweredPost } from '../../wire/unanswered-post.ts';

/** So many are kept: what is older than the last few tries does not arrive any more. */
const mostKept = 20;

/** Keeps what is about to be sent. @param view the cart as it should be after it; `of`: whose lines it writes */
export function prepare(
  turn: Turn,
  events: readonly AnyEvent[],
  call: ServerCall,
  view: CartView,
  of: string | undefined,
): void {
  const { snapshot } = turn.state.knowledge.log;
  const before = { carts: snapshot?.userCarts ?? [], ...snapshot };
  const post: UnansweredPost = {
    id: newId(turn),
    ids: events.map(({ id }) => id),
    at: turn.moment.now,
    changes: changesBetween(before, view, of),
    lastOrderId: viewOf(turn.state).lastOrderId ?? '',
    hadLines: before.carts.length > 0,
    isCut: false,
  };
  keep(turn, [...turn.state.outbox.unanswered, post].slice(-mostKept));
  change(turn, 'outbox', { prepared: { postId: post.id, events, call } });
}

/** This tab leads no more: what has not left does not leave. */
export function forgetPrepared(turn: Turn): void {
  const { prepared } = turn.state.outbox;
  change(turn, 'outbox', { prepared: undefined });
  forgetPost(turn, prepared?.postId);
}

/** Its answer says it all: it was taken, or refused. */
export function forgetPost(turn: Turn, postId: string | undefined): void {
  const left = turn.state.outbox.unanswered.filter(({ id }) => id !== postId);
  if (left.length < turn.state.outbox.unanswered.length) keep(turn, left);
}

/** What was decided otherwise since needs no answer any more. */
export function forgetAnswered(turn: Turn): void {
  const left = turn.state.outbox.unanswered.filter(({ ids }) => ids.some((id) => isOpen(turn.state, id)));
  if (left.length < turn.state.outbox.unanswered.length) keep(turn, left);
}

/** Another tab's word of what it has sent without an answer. */
export function takeUnanswered(turn: Turn, posts: readonly UnansweredPost[]): void {
  change(turn, 'outbox', { unanswered: posts, isInDoubt: posts.length > 0 });
  change(turn, 'disk', { isStateNew: true });
}

/** An order or a clear by anybody: what has no answer may have gone with it. */
export function noteCuts(turn: Turn, records: readonly LogRecord[]): void {
  const { unanswered } = turn.state.outbox;
  if (unanswered.length === 0) return;
  const isCut = records.some((record) => {
    const event = 'event' in record ? understood(record.event) : undefined;
    return event?.type === 'orderPlaced' || event?.type === 'cartCleared';
  });
  if (isCut) cutAll(turn);
}

export function cutAll(turn: Turn): void {
  const { unanswered } = turn.state.outbox;
  if (unanswered.some(({ isCut }) => !isCut))
    keep(
      turn,
      unanswered.map((post) => ({ ...post, isCut: true })),
    );
}

/**
 * Compares the cart that has come with what has no answer. What stands as it should was written; what stands as it was
 * goes out again, but its record stays: it may still arrive. What nobody can tell is looked for in the order.
 * @returns `covers`, and what was found written
 */
export function decideUnanswered(turn: Turn, told: PlainCart, covers: VersionVector): VersionVector {
  change(turn, 'outbox', { isInDoubt: false });
  forgetAnswered(turn);
  const { unanswered } = turn.state.outbox;
  if (unanswered.length === 0) return covers;
  const newestFirst = unanswered.toReversed();
  const written = newestFirst.find((post) => fateOf(post, told) === 'written');
  if (written) {
    const events = openEvents(turn.state, written.ids);
    acceptAll(turn, events);
    publishAccepted(turn, events, undefined);
    forgetPost(turn, written.id);
    forgetAnswered(turn);
    return withEvents(covers, events);
  }
  const isGone = told.carts.length === 0;
  const isSure = ({ isCut, hadLines }: UnansweredPost) => !isCut && !(hadLines && isGone);
  const [newest] = newestFirst;
  const isNotWritten = newest !== undefined && fateOf(newest, told) === 'notWritten';
  if (!isNotWritten || !isSure(newest)) {
    const number = send(turn, { call: 'openOrder' });
    change(turn, 'outbox', { looking: { number, mayRepeat: isNotWritten } });
  }
  return covers;
}

/** The table's open order: what has no answer went with it, did not arrive, or is the diner's to decide. */
export function takeOrderLook(turn: Turn, number: number, answer: Answer<Order | null>): void {
  const { looking, unanswered } = turn.state.outbox;
  if (looking?.number !== number) return;
  change(turn, 'outbox', { looking: undefined });
  if (!answer.ok && answer.failure.kind !== 'refused') return change(turn, 'outbox', { isInDoubt: true });
  const order = answer.ok ? answer.value : null;
  const [oldest] = unanswered;
  const isNew = order !== null && order.id !== oldest?.lastOrderId;
  const ids = [...new Set(unanswered.flatMap((post) => post.ids))];
  const events = openEvents(turn.state, ids);
  if (isNew && unanswered.some((post) => isOrdered(post, order))) {
    acceptAll(turn, events);
    publishAccepted(turn, events, undefined);
  } else if (looking.mayRepeat && !isNew) {
    // No order took it: it goes out again.
    return keep(
      turn,
      unanswered.map((post) => ({ ...post, isCut: false, hadLines: false })),
    );
  } else {
    const rejected = { ids: events.map(({ id }) => id), code: rejections.unanswered };
    learn(turn, [{ t: turn.moment.now, from: 'server', rejected }]);
  }
  forgetAnswered(turn);
}

/** Everything that the change adds is in the order. */
function isOrdered({ changes }: UnansweredPost, order: Order): boolean {
  const ordered = new Map<string, number>();
  for (const { item, quantity } of plainCart('', order.orderItems).lines)
    ordered.set(itemKey(item), (ordered.get(itemKey(item)) ?? 0) + quantity);
  const added = Object.entries(changes).filter(
    ([place, [before, after]]) => place.includes(' ') && after > before,
  );
  return added.every(
    ([place, [before, after]]) => (ordered.get(place.slice(place.indexOf(' ') + 1)) ?? 0) >= after - before,
  );
}

function openEvents(state: PhoneState, ids: readonly string[]): AnyEvent[] {
  return ids
    .filter((id) => isOpen(state, id))
    .flatMap((id) => state.knowledge.log.entries.get(id)?.event ?? state.tabs.theirs.get(id) ?? []);
}

function isOpen({ knowledge: { log } }: PhoneState, id: string): boolean {
  return !log.accepted.has(id) && !log.rejected.has(id);
}

function keep(turn: Turn, unanswered: readonly UnansweredPost[]): void {
  change(turn, 'outbox', { unanswered });
  change(turn, 'disk', { isStateNew: true });
  turn.effects.push({ kind: 'postToTabs', message: { kind: 'unanswered', posts: unanswered } });
}
