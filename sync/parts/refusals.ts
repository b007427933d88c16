/**
 * Handles the refusal of a whole request, the end of the session, and how well the server can be reached.
 *
 * A session ends in one of two ways:
 *
 *   endSession    another session follows, or the data was restored   the engine ends at once
 *   closeSession  the staff closed the table                          the engine ends after the minute in which they
 *                                                                     may reopen it
 */
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { TransportFailure } from '../ports/transport.ts';
import type { Reach } from '../state/phone-state.ts';
import { change, notify, getOwnLines, report, type StepContext } from '../state/step-context.ts';

type Refused = Extract<TransportFailure, { kind: 'refused' }>;

/** The phone keeps sending a refused change. The diner gets one notice of it in this time, ms. */
const tellAgainMs = 60_000;

/** Codes without a notice from here. 401: the app logs the diner out. 403: the table accepts only members. */
const saidElsewhere: readonly number[] = [codes.unauthorized, codes.forbidden];

/** The server refuses an event in the request for good. A snapshot server does not say which one. */
export const unacceptable: readonly number[] = [
  codes.badRequest,
  codes.tooLarge,
  codes.soldOut,
  codes.pleaseAddItAgainToYourCart,
];

/** Codes after which the phone loads the cart again, because its own is out of date. */
export const staleCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.orderSubmitted,
  codes.checkoutInProgress,
  codes.orderHasCheckout,
  codes.orderModified,
];

/** Handles a refusal that rejects no event. The session may have ended; otherwise the diner gets a notice. */
export function handleRefused(
  context: StepContext,
  call: 'update' | 'fetch',
  { code, msg, restoredFrom }: Refused,
): void {
  if (code === codes.tableUnavailable)
    return restoredFrom === context.state.facts.log.sessionId
      ? endSession(context, true)
      : closeSession(context);
  report(context, 'warn', `cart: ${call} refused with code ${code}`);
  if (saidElsewhere.includes(code)) return;
  notifyRefused(context, call, code, msg);
}

/** Notifies the diner that the server fails or that its answer is unreadable. The change stays pending. */
export function notifyFailed(context: StepContext): void {
  notifyRefused(context, 'update', codes.failure, '');
}

function notifyRefused(context: StepContext, call: 'update' | 'fetch', code: number, msg: string): void {
  const { notifiedAt } = context.state.server;
  const last = notifiedAt.get(`${call} ${code}`);
  if (last !== undefined && context.moment.uptime - last < tellAgainMs) return;
  change(context, 'server', {
    notifiedAt: new Map(notifiedAt).set(`${call} ${code}`, context.moment.uptime),
  });
  notify(context, { kind: 'callRefused', call, code, msg });
}

/**
 * Ends the session for good. Pending events are not sent, so that they never reach the next guests of the table.
 * @param isRestored the server was restored from a backup. The diner stays at the table and sees their lost lines
 */
export function endSession(context: StepContext, isRestored = false): void {
  if (context.state.isClosed) return;
  const unsent = context.state.knowledge.log.pending.size;
  const mine = getOwnLines(context.state).map(({ item, quantity }) => ({ item, quantity }));
  notify(context, { kind: 'sessionEnded', unsent, ...(isRestored && { restored: { mine } }) });
  context.state = { ...context.state, isClosed: true };
  context.effects.push({ kind: 'end' });
}

/** Closes the session. For a minute the phone still listens for a message that the staff have reopened the table. */
function closeSession(context: StepContext): void {
  if (context.state.isClosed) return;
  notify(context, { kind: 'sessionEnded', unsent: context.state.knowledge.log.pending.size });
  context.state = { ...context.state, isClosed: true, endsAt: context.moment.uptime + takeBackMs };
}

/** Ends the engine once the staff can no longer reopen the table. */
export function endIfDue(context: StepContext): void {
  const { isClosed, endsAt } = context.state;
  if (!isClosed || endsAt === undefined || context.moment.uptime < endsAt) return;
  context.state = { ...context.state, endsAt: undefined };
  context.effects.push({ kind: 'end' });
}

/** Continues a closed session, because the server has answered for it. */
export function reopenSession(context: StepContext): void {
  if (context.state.endsAt === undefined) return;
  context.state = { ...context.state, endsAt: undefined };
  notify(context, { kind: 'sessionReopened' });
}

/** How a failed request shows the server's reach. */
export function reachOf({ came }: Extract<TransportFailure, { kind: 'retry' }>): Reach {
  return came ?? 'silent';
}

/** Records how the last request ended. The page shows it as the state of the connection. */
export function setReach(context: StepContext, reach: Reach): void {
  if (context.state.server.reach !== reach) change(context, 'server', { reach });
  const { underWay } = context.state.outbox;
  if (reach === 'answered' || !underWay) return;
  // The request under way may be lost as well. It counts as timed out, so an event server's next answer to another
  // call ends it.
  const hangsAt = Math.min(underWay.hangsAt, context.moment.uptime);
  change(context, 'outbox', { underWay: { ...underWay, hangsAt, isOvertaken: false } });
}
