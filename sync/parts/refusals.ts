/** What follows when the server refuses a whole request, and whether it can be reached at all. */
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { TransportFailure } from '../ports/transport.ts';
import type { PhoneState, Reach } from '../state/phone-state.ts';
import type { LostLine } from '../ports/table-notice.ts';
import { change, notify, viewOf, type StepContext } from '../state/step-context.ts';

type Refused = Extract<TransportFailure, { kind: 'refused' }>;

/** A change that the server goes on refusing is sent again and again: the diner hears of it once in so long, ms. */
const tellAgainMs = 60_000;

/** 401: the app logs the diner out and closes this engine. 403: this table takes members only, until the login. */
const saidElsewhere: readonly number[] = [codes.unauthorized, codes.forbidden];

/** The server will not have what is in the request (a plain one names no event); sending the same again is no use. */
export const unacceptable: readonly number[] = [
  codes.badRequest,
  codes.tooLarge,
  codes.soldOut,
  codes.pleaseAddItAgainToYourCart,
];

/** CE2, CE4: after one of these the phone loads the cart anew. */
export const staleCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.orderSubmitted,
  codes.checkoutInProgress,
  codes.orderHasCheckout,
  codes.orderModified,
];

/** The server said no to the request as a whole, and to nothing in it (F2). */
export function handleRefused(
  context: StepContext,
  call: 'update' | 'fetch',
  { code, msg, restoredFrom }: Refused,
): void {
  if (code === codes.tableUnavailable)
    return restoredFrom === context.state.facts.log.sessionId
      ? endSession(context, true)
      : closeSession(context);
  context.effects.push({ kind: 'report', level: 'warn', text: `cart: ${call} refused with code ${code}` });
  if (saidElsewhere.includes(code)) return;
  notifyRefused(context, call, code, msg);
}

/** The server fails, or nobody can read its answer. The change stays on the phone and is sent again: that is said at once. */
export function notifyFailed(context: StepContext): void {
  notifyRefused(context, 'update', codes.failure, '');
}

function notifyRefused(context: StepContext, call: 'update' | 'fetch', code: number, msg: string): void {
  const { toldAt } = context.state.server;
  const last = toldAt.get(`${call} ${code}`);
  if (last !== undefined && context.moment.uptime - last < tellAgainMs) return;
  change(context, 'server', { toldAt: new Map(toldAt).set(`${call} ${code}`, context.moment.uptime) });
  notify(context, { kind: 'callRefused', call, code, msg });
}

/**
 * S1: the log is closed; pending events of this party never reach the next one.
 * @param isRestored S2: the diner goes on at the table, and hears what their part of the cart was
 */
export function endSession(context: StepContext, isRestored = false): void {
  if (context.state.isClosed) return;
  const unsent = context.state.knowledge.log.pending.size;
  const restored = isRestored && { restored: { mine: ownLines(context.state) } };
  notify(context, { kind: 'sessionEnded', unsent, ...restored });
  context.state = { ...context.state, isClosed: true };
  context.effects.push({ kind: 'end' });
}

/** S1, A2: nothing is sent or taken in any more; as long as the staff may take it back, a hint of theirs is heard. */
function closeSession(context: StepContext): void {
  if (context.state.isClosed) return;
  notify(context, { kind: 'sessionEnded', unsent: context.state.knowledge.log.pending.size });
  context.state = { ...context.state, isClosed: true, endsAt: context.moment.uptime + takeBackMs };
}

/** The minute is over: the session has ended for good. */
export function endIfDue(context: StepContext): void {
  const { isClosed, endsAt } = context.state;
  if (!isClosed || endsAt === undefined || context.moment.uptime < endsAt) return;
  context.state = { ...context.state, endsAt: undefined };
  context.effects.push({ kind: 'end' });
}

/** The server has answered for a session that was closed: all that waited goes on. */
export function reopenSession(context: StepContext): void {
  if (context.state.endsAt === undefined) return;
  context.state = { ...context.state, endsAt: undefined };
  notify(context, { kind: 'sessionReopened' });
}

function ownLines(state: PhoneState): LostLine[] {
  const { userId } = state.facts.log;
  const { lines = [] } = viewOf(state).carts.find((cart) => cart.userId === userId) ?? {};
  return lines.map(({ item, quantity }) => ({ item, quantity }));
}

/** What no answer says of the way to the server. */
export function reachOf({ came }: Extract<TransportFailure, { kind: 'retry' }>): Reach {
  return came ?? 'silent';
}

/** What the page tells of the connection. */
export function setReach(context: StepContext, reach: Reach): void {
  if (context.state.server.reach !== reach) change(context, 'server', { reach });
  const { underWay } = context.state.outbox;
  if (reach === 'answered' || !underWay) return;
  // G7: what is under way may be lost as well; the next sign of life is the last that it may miss.
  const hangsAt = Math.min(underWay.hangsAt, context.moment.uptime);
  change(context, 'outbox', { underWay: { ...underWay, hangsAt, isOvertaken: false } });
}
