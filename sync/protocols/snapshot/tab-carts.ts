/**
 * Carts of a snapshot server among the diner's tabs. Only the leading tab asks the server, because one tab must number
 * the carts. The other tabs ask the leading tab.
 */
import { isPlain, type LogRecord } from '#events/records/records.ts';
import { includes, union } from '#events/log/version-vector.ts';
import { requestCatchUpSoon } from '../../parts/catch-up-requests.ts';
import type { TabMessage } from '../../ports/tab-message.ts';
import { change, type StepContext } from '../../state/step-context.ts';
import { coversOfNext, sameUnread } from './cart-facts.ts';

/** P2: a tab that wants to know is answered with a cart that is not older, ms. */
const freshMs = 5_000;

/** P2: one tab numbers the carts: what another has loaded makes the one that leads load its own. */
export function removeServerCarts(context: StepContext, records: readonly LogRecord[]): readonly LogRecord[] {
  const numbers = records.flatMap((record) =>
    'snapshot' in record && isPlain(record.snapshot) ? record.snapshot.version : [],
  );
  if (numbers.length === 0) return records;
  change(context, 'server', { serverKind: 'snapshot', isLoaded: true });
  change(context, 'catchUp', { above: Math.max(context.state.catchUp.above, ...numbers) });
  postUnread(context);
  requestCatchUpSoon(context);
  return records.filter((record) => !('snapshot' in record && isPlain(record.snapshot)));
}

/** P2: a tab that leads has counted from less than this one knows when its cart is none of the newest. */
export function checkServerCarts(context: StepContext, records: readonly LogRecord[]): void {
  const newest = context.state.knowledge.log.snapshot?.version ?? -1;
  for (const record of records) {
    if (!('snapshot' in record) || !isPlain(record.snapshot)) continue;
    change(context, 'server', { serverKind: 'snapshot', isLoaded: true });
    if (record.snapshot.version < newest) postAsk(context);
  }
}

/** P2: the tab that leads asks a plain server for all. */
export function postAsk(context: StepContext): void {
  const { log } = context.state.knowledge;
  const message = { kind: 'ask', above: log.snapshot?.version ?? -1, heard: coversOfNext(log) } as const;
  context.effects.push({ kind: 'postToTabs', message });
}

/** P2: the tab that asks has nothing yet, or wants what is new: the cart at hand now, and the next one when it comes. */
export function answerAsk(
  context: StepContext,
  { above, heard }: Extract<TabMessage, { kind: 'ask' }>,
): void {
  const { snapshot, covers } = context.state.knowledge.log;
  const { catchUp, server } = context.state;
  change(context, 'catchUp', { above: Math.max(catchUp.above, above), heard: union(catchUp.heard, heard) });
  postUnread(context);
  const isNews = snapshot !== undefined && snapshot.version > above && includes(covers, heard);
  if (isNews) {
    const records: LogRecord[] = [{ t: context.moment.now, from: 'server', snapshot }];
    context.effects.push({ kind: 'postToTabs', message: { kind: 'learnt', records } });
  }
  const { cartAt = -Infinity } = server;
  if (!isNews || context.moment.uptime - cartAt > freshMs) requestCatchUpSoon(context);
}

/** P5: no log has what nobody can read: the tab that leads tells of it, once it has heard itself. */
export function postUnread(context: StepContext): void {
  const { unread = [], cartAt } = context.state.server;
  if (!context.state.tabs.leads || cartAt === undefined) return;
  context.effects.push({ kind: 'postToTabs', message: { kind: 'unread', lines: unread } });
}

export function applyUnread(context: StepContext, { lines }: Extract<TabMessage, { kind: 'unread' }>): void {
  const told = lines.length > 0 ? lines : undefined;
  change(context, 'server', { unread: sameUnread(told, context.state.server.unread) });
}
