/** The list of requests that a snapshot server did not answer. `unanswered.ts` decides on them. */
import { interpret } from '#events/cart/registry.ts';
import type { MessageType } from '#contract/messages.ts';
import { listEvents } from '#events/records/records.ts';
import type { UnansweredPost } from '../../ports/storage.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, postToTabs, type StepContext } from '../../state/step-context.ts';

/** Drops the prepared request when this tab is no longer the leader. The new leader sends the events. */
export function dropPrepared(context: StepContext): void {
  const { prepared } = context.state.outbox;
  change(context, 'outbox', { prepared: undefined });
  removePost(context, prepared?.postId);
}

/** Ends a request. @param isCertain its answer says what became of it; otherwise the next cart must decide */
export function endPost(context: StepContext, postId: string | undefined, isCertain: boolean): void {
  if (isCertain) removePost(context, postId);
  else if (postId !== undefined) change(context, 'outbox', { isInDoubt: true });
}

/** Removes a request whose outcome is certain: its answer came, or a cart has its lines. */
export function removePost(context: StepContext, postId: string | undefined): void {
  const left = context.state.outbox.unanswered.filter(({ id }) => id !== postId);
  if (left.length < context.state.outbox.unanswered.length) keepPosts(context, left);
}

/** Whether to send the own lines again although no change is pending, because an older request has overwritten them. */
export function shouldRepeatLines({ outbox, tabs }: PhoneState): boolean {
  return tabs.leads && outbox.unanswered.some(({ hasUndone }) => hasUndone);
}

/** Whether a request has no known outcome, so that the next cart must decide. */
export function hasOpenPost(unanswered: readonly UnansweredPost[]): boolean {
  return unanswered.some(({ isOvertaken }) => !isOvertaken);
}

/** Takes over the stored requests of the leading tab, in case this tab is the next leader. */
export function receiveUnanswered(context: StepContext, posts: readonly UnansweredPost[]): void {
  change(context, 'outbox', { unanswered: posts, isInDoubt: hasOpenPost(posts) });
  change(context, 'disk', { dueAt: 0 });
}

/** Marks the requests if an order or a clear is among the records, because it may have taken their lines. */
export function markRemovals(context: StepContext): void {
  const events = listEvents(context.applied).map(interpret);
  if (events.some((event) => event?.type === 'orderPlaced' || event?.type === 'cartCleared'))
    markAllRemoved(context);
}

/** Messages about orders and clears. */
const removals: readonly string[] = ['placeOrder', 'updateOrder', 'clearCart'] satisfies MessageType[];

/** Marks the requests if a message tells of an order or a clear. */
export function markRemovalsOfMessage(context: StepContext, messageType: string): void {
  if (removals.includes(messageType)) markAllRemoved(context);
}

function markAllRemoved(context: StepContext): void {
  const { unanswered } = context.state.outbox;
  if (unanswered.some(({ isCut }) => !isCut))
    keepPosts(
      context,
      unanswered.map((post) => ({ ...post, isCut: true })),
    );
}

/** Replaces the list, on the disk and in the other tabs too. */
export function keepPosts(context: StepContext, unanswered: readonly UnansweredPost[]): void {
  change(context, 'outbox', { unanswered });
  change(context, 'disk', { dueAt: 0 });
  postToTabs(context, { kind: 'unanswered', posts: unanswered });
}
