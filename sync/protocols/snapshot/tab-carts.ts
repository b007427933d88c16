/**
 * Shares a snapshot server's carts among the diner's tabs. Only the leading tab asks the server, because one tab must
 * number the carts. The other tabs ask the leading tab:
 *
 *     other tab ── ask { above, heard } ──► leading tab ── GET ──► server
 *               ◄── learnt { snapshot } ──              ◄─ cart ──
 *               ◄── unread { lines } ────
 *
 * `above` is the number of the newest cart that the asking tab has. `heard` are the events that the next cart must
 * cover.
 */
import { isPlain, type LogRecord } from '#events/records/records.ts';
import { hasAllEvents, union } from '#events/log/version-vector.ts';
import { requestCatchUpSoon } from '../../parts/catch-up-requests.ts';
import type { TabMessage } from '../../ports/tab-message.ts';
import { change, postToTabs, type StepContext } from '../../state/step-context.ts';
import { findNextCovers, isSameUnread } from './cart-facts.ts';
import { receiveUnanswered } from './unanswered-posts.ts';

type SnapshotTabMessage = Extract<TabMessage, { readonly kind: 'ask' | 'unread' | 'unanswered' }>;

/** A cart of at most this age answers another tab without a new request, ms. */
const freshMs = 5_000;

/** Handles a message of another tab that only phones at a snapshot server send. */
export function receiveTabMessage(context: StepContext, message: SnapshotTabMessage): void {
  const { leads } = context.state.tabs;
  if (message.kind === 'ask') {
    if (leads) answerAsk(context, message);
  } else if (leads) return;
  else if (message.kind === 'unread') applyUnread(context, message);
  else receiveUnanswered(context, message.posts);
}

/** Removes another tab's carts from the records. The leading tab numbers the carts, so it loads its own instead. */
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

/** Asks the leading tab for a new cart if it has sent one with a lower number than this tab has. */
export function checkServerCarts(context: StepContext, records: readonly LogRecord[]): void {
  const newest = context.state.knowledge.log.snapshot?.version ?? -1;
  for (const record of records) {
    if (!('snapshot' in record) || !isPlain(record.snapshot)) continue;
    change(context, 'server', { serverKind: 'snapshot', isLoaded: true });
    if (record.snapshot.version < newest) postAsk(context);
  }
}

/** Asks the leading tab for a cart that covers the events of this tab. */
export function postAsk(context: StepContext): void {
  const { log } = context.state.knowledge;
  const message = { kind: 'ask', above: log.snapshot?.version ?? -1, heard: findNextCovers(log) } as const;
  postToTabs(context, message);
}

/** Answers with the present cart if it is new to the asking tab. Loads the next cart if not, or if that one is old. */
function answerAsk(context: StepContext, { above, heard }: Extract<TabMessage, { kind: 'ask' }>): void {
  const { snapshot, covers } = context.state.knowledge.log;
  const { catchUp, server } = context.state;
  change(context, 'catchUp', {
    above: Math.max(catchUp.above, above),
    received: union(catchUp.received, heard),
  });
  postUnread(context);
  const isNews = snapshot !== undefined && snapshot.version > above && hasAllEvents(covers, heard);
  if (isNews) {
    const records: LogRecord[] = [{ t: context.moment.now, from: 'server', snapshot }];
    postToTabs(context, { kind: 'learnt', records });
  }
  const { cartAt = -Infinity } = server;
  if (!isNews || context.moment.uptime - cartAt > freshMs) requestCatchUpSoon(context);
}

/** Sends the unreadable lines if they have changed, or if the phone may have had no cart before this step. */
export function postNewUnread(context: StepContext): void {
  const { unread, cartAt } = context.before.server;
  if (context.state.server.unread !== unread || cartAt === undefined) postUnread(context);
}

/** Sends the unreadable lines to the other tabs, once the leading tab has a cart. The log cannot hold such lines. */
function postUnread(context: StepContext): void {
  const { unread = [], cartAt } = context.state.server;
  if (!context.state.tabs.leads || cartAt === undefined) return;
  postToTabs(context, { kind: 'unread', lines: unread });
}

function applyUnread(context: StepContext, { lines }: Extract<TabMessage, { kind: 'unread' }>): void {
  const unread = lines.length > 0 ? lines : undefined;
  change(context, 'server', { unread: isSameUnread(unread, context.state.server.unread) });
}
