/**
 * The protocol of a snapshot server, which knows only the contract and no events. It replaces a diner's lines by
 * those of the last POST, and a GET lists the lines of all diners.
 *
 *     pending events ──► own lines after them ──► POST ──► accepted, but in no cart yet
 *                                                             │
 *     view = cart + events that it does not cover ◄── GET ◄───┘
 *
 * - The phone sends one cart request at a time, because a POST overwrites the lines of the one before.
 * - The server's versions may go back. The phone numbers its GETs, and calculates which events each cart covers.
 * - Waiters and the POS write to the same cart, so each POST follows a fresh cart.
 * - The server may carry out a POST later without an answer. `unanswered.ts` recognises its lines in the next carts.
 *
 * Example: the cart has 2 teas, and the diner adds one. The phone posts a line of 3 teas and accepts its event. The
 * next cart has 3 teas and covers the event, so the view does not add it again.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { readEntry, isCovered } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import { projectCartView, type CartView } from '#projections/merge/cart-view.ts';
import { listSendable } from '../../log/disk.ts';
import { applyRecords } from '../../log/knowledge.ts';
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import * as z from 'zod/mini';
import { union } from '#events/log/version-vector.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';
import {
  decideUnanswered,
  removeAnswered,
  removeUndone,
  prepareStoredRequest,
  restoreUndone,
} from './unanswered.ts';
import { applySnapshotRefusal, rejectOverwritten, notifyNotOrdered } from './refused-changes.ts';
import { markRemovalsOfMessage, shouldRepeatLines } from './unanswered-posts.ts';
import { snapshotAnswerSchema } from './schemas.ts';
import { isTableClear, createOwnOrderDetail } from '../../wire/order-detail.ts';
import type { SnapshotAnswer, SnapshotCartAnswer, ServerCall, ServerVersion } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { postAccepted } from '../../parts/table.ts';
import { acceptEvents, announceWithEvent, writeEventApart } from './own-events.ts';
import { change, getView } from '../../state/step-context.ts';
import type { AnswerReader, Protocol } from '../protocol.ts';
import { postAsk } from './tab-carts.ts';
import { findNextCovers, hasUncovered, toPlainSnapshot, isSameSnapshot, isSameUnread } from './cart-facts.ts';
import { findNewestVersion } from '../../log/covered.ts';

/** A cart older than this may lack a waiter's change, ms. */
const freshMs = 5_000;

/** The codes with which the server refuses a repeated order, because its lines have left the cart. */
const repeatCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.pleaseAddItAgainToYourCart,
  codes.orderSubmitted,
];

export const snapshotProtocol: Protocol & AnswerReader = {
  isKnown: true,
  isOneAtATime: true,
  isIdempotent: false,
  answerMs: { first: timeouts.read, most: timeouts.commit },
  needsCart(state, uptime) {
    const { tabs, outbox, server, knowledge } = state;
    if (hasUncovered(knowledge.log)) return outbox.isInDoubt ? 'now' : 'soon';
    if (!tabs.leads) return undefined;
    if (outbox.isInDoubt) return 'now';
    const isFresh = server.cartAt !== undefined && uptime - server.cartAt <= freshMs;
    const isDue = !isFresh && !outbox.wait && !outbox.prepared && hasSomethingToSend(state);
    return isDue ? 'now' : undefined;
  },
  prepareRequest(context, batch) {
    if (batch.length === 0 && !shouldRepeatLines(context.state)) return;
    const { facts, server } = context.state;
    const view = viewAfter(context.state, batch);
    const [first] = batch;
    const isClear = first !== undefined && isTableClear(first);
    const detail = {
      ...createOwnOrderDetail(view, facts.log.userId, facts.table, server.unread),
      ...server.serverVersion,
    };
    const call: ServerCall = isClear
      ? { call: 'clear', event: undefined }
      : { call: 'post', detail, events: batch, known: view.known };
    prepareStoredRequest(context, batch, call, view, isClear ? undefined : facts.log.userId);
  },
  applyRefusal: applySnapshotRefusal,
  isReadable: (answer) => z.safeParse(snapshotAnswerSchema, answer).success,
  // The server may have been upgraded to an event server, so both kinds of answer may be its own.
  isOfOtherServer: () => false,
  announcesChanges: false,
  askLeader: postAsk,
  applyCart(context, answer, { version, log: asked, received }) {
    if (!context.state.tabs.leads && context.state.knowledge.log.snapshot) {
      // The log cannot hold unreadable lines. Those of this answer are the newest until the leading tab sends its own.
      const unread = isSameUnread((answer as SnapshotCartAnswer).unread, context.state.server.unread);
      change(context, 'server', { serverKind: 'snapshot', isLoaded: true, unread });
      return false;
    }
    const asTold = withCategories(answer as SnapshotCartAnswer, getView(context.state));
    const should = viewAfter(context.state, []);
    const answered = restoreUndone(context, asTold, should);
    const { covers: before } = context.state.knowledge.log;
    const serverVersion = chooseVersion(answered.serverVersion, context.state.server.serverVersion);
    const unread = isSameUnread(answered.unread, context.state.server.unread);
    change(context, 'server', {
      serverKind: 'snapshot',
      serverVersion,
      unread,
      cartAt: context.moment.uptime,
    });
    const more = decideUnanswered(context, answered, should, findNextCovers(asked, received));
    const { log } = context.state.knowledge;
    const snapshot = toPlainSnapshot(answered, version, more, log);
    const isBehind = (log.snapshot?.version ?? 0) < context.state.catchUp.above;
    if (isBehind || !isSameSnapshot(snapshot, log.snapshot))
      applyRecords(context, [{ t: context.moment.now, from: 'server', snapshot }]);
    change(context, 'server', { isLoaded: true });
    notifyNotOrdered(context, answered, before);
    rejectOverwritten(context, answered);
    return true;
  },
  // The server has everything that it covered once, even if the other tab never received it.
  coversOf: (snapshot, log) => union(snapshot.covers, log.covers),
  omitsStableClears: false,
  cartVersion: ({ server }) => server.serverVersion,
  applyOutcome(context, answer, batch) {
    const { serverVersion } = answer as SnapshotAnswer;
    const hasVersion = Object.keys(serverVersion).length > 0;
    change(context, 'server', { serverKind: 'snapshot', ...(hasVersion && { serverVersion }) });
    // The server decides on no single event. An answer without a refusal accepts them all.
    if (batch.length > 0) acceptEvents(context, batch);
    removeAnswered(context);
    removeUndone(context);
    requestCatchUp(context);
    return {
      accepted: batch.map(({ id }) => id),
      rejected: [],
      version: undefined,
      missing: undefined,
      known: {},
      lacksInvented: false,
    };
  },
  // A cart that has the event shows that the server accepted it. The phone may have forgotten the events before it, so
  // it could not tell which of them the cart still has.
  filterPeerRecords: (records, { covers }) =>
    records.flatMap((record): LogRecord[] => {
      if (!('rejected' in record)) return [record];
      const ids = record.rejected.ids.filter((id) => !isCovered(id, covers));
      return ids.length > 0 ? [{ ...record, rejected: { ...record.rejected, ids } }] : [];
    }),
  handlePeerMessage: markRemovalsOfMessage,
  asksAfterMessages: true,
  canLeaveOutLines: false,
  readsOpenOrder: true,
  settlesSlowly: true,
  isRepeatedOrder: (code) => repeatCodes.includes(code),
  placementQuestion: () => ({ call: 'openOrder' }),
  completeOrder(context, order, { seen }) {
    // The server creates no event for the order, so the phone creates it and sends it with the announcement.
    const event = writeEventApart(context, context.state.author, (fields) => ({
      ...createOrderPlaced(fields, { orderId: order.id }),
      seen,
    }));
    acceptEvents(context, [event]);
    postAccepted(context, [event], findNewestVersion(context.state.knowledge.log));
    announceWithEvent(context, order, event);
  },
  mayTryAgain: (code) => code !== codes.soldOut,
};

/** Completes categories that the server leaves out, from the phone's own view of the same products. */
function withCategories(answered: SnapshotCartAnswer, { carts }: CartView): SnapshotCartAnswer {
  const isWhole = answered.carts.every(({ lines }) => lines.every(({ item }) => item.categoryId !== ''));
  if (isWhole) return answered;
  const known = new Map(
    carts.flatMap(({ lines }) => lines.map(({ item }) => [item.productId, item.categoryId] as const)),
  );
  const named = answered.carts.map(({ userId, lines }) => ({
    userId,
    lines: lines.map((line) => {
      const categoryId = line.item.categoryId || (known.get(line.item.productId) ?? '');
      return { ...line, item: { ...line.item, categoryId } };
    }),
  }));
  return { ...answered, carts: named };
}

/** Keeps the row version of the last POST if a GET has none and `updateAt` shows that nothing changed since. */
function chooseVersion(answered: ServerVersion, before: ServerVersion): ServerVersion {
  const isSame = answered.updateAt !== undefined && answered.updateAt === before.updateAt;
  return answered.cartRowVersion === undefined && isSame ? before : answered;
}

/** The view with this batch, without later pending events. The server would store their lines before they are sent. */
function viewAfter(state: PhoneState, batch: readonly AnyEvent[]) {
  const { log } = state.knowledge;
  const inBatch = new Set(batch.map(({ id }) => id));
  const later = new Set([...log.pending].filter((id) => !inBatch.has(id)));
  const others = batch.filter(({ id }) => !log.entries.has(id));
  if (later.size + others.length === 0) return getView(state);
  const entries = new Map([...log.entries].filter(([id]) => !later.has(id)));
  for (const event of others) {
    const entry = readEntry(event);
    if (entry) entries.set(event.id, entry);
  }
  return projectCartView({ ...log, entries });
}

/** Whether this tab or another one has events to send. */
function hasSomethingToSend(state: PhoneState): boolean {
  const { outbox, tabs } = state;
  return outbox.again.size + tabs.theirs.size > 0 || listSendable(state).length > 0;
}
