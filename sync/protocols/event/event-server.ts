/**
 * The protocol of an event server. It decides on each event, and answers with the events that the phone lacks.
 *
 *     POST { events, known } ──► server ──► { accepted, rejected, events, known, digest, missing }
 *                                                    │
 *                                 view ◄── log ◄─────┘
 *
 * - The server recognises events by id, so the phone may send a request again.
 * - The phone and the server fold the same events. A different `digest` for the same `known` restarts the phone's log.
 * - A server never knows less than it once answered. Six answers that do mean that its data was restored from a backup.
 *
 * Example: the phone sends `a:7` and lacks `b:3`. The answer accepts `a:7` and contains `b:3`.
 */
import type { Log } from '#events/records/log.ts';
import { isPlain } from '#events/records/records.ts';
import { syncSchema, type Sync } from '#contract/calls/cart.ts';
import { hasAllEvents, union, type VersionVector } from '#events/log/version-vector.ts';
import { requestRestart } from '../../parts/catch-up-requests.ts';
import { hasDiverged, isInvented, countAnswer, awaitConfirmation } from './divergence.ts';
import { applyEventRefusal } from './refused-batch.ts';
import { applyRecords } from '../../log/knowledge.ts';
import { type ServerAnswer, type ServerCall } from '../../ports/transport.ts';
import { isSnapshotAnswer } from '../answer-kind.ts';
import { endSession } from '../../parts/refusals.ts';
import { announceOrder } from '../../parts/table.ts';
import { change, notify, getView, type StepContext } from '../../state/step-context.ts';
import { createSyncRecords } from '../../wire/sync-records.ts';
import type { AnswerReader, Protocol } from '../protocol.ts';
import { findNewestVersion } from '../../log/covered.ts';
import { isTableClear, createOwnOrderDetail } from '../../wire/order-detail.ts';

/** This many answers in 3 s must lack known events. A copy of the server that lags behind gives fewer (S2). */
const surelyLacking = 6;

export const eventProtocol: Protocol & AnswerReader = {
  isKnown: true,
  isOneAtATime: false,
  isIdempotent: true,
  answerMs: { first: 3_000, most: 24_000 },
  needsCart: () => undefined,
  prepareRequest(context, batch) {
    const { facts, server } = context.state;
    const view = getView(context.state);
    const [first] = batch;
    if (!first) return;
    const call: ServerCall = isTableClear(first)
      ? { call: 'clear', event: first }
      : {
          call: 'post',
          // The server reads only the events. The contract requires the lines.
          detail: createOwnOrderDetail(view, facts.log.userId, facts.table, server.unread),
          events: batch,
          known: view.known,
        };
    change(context, 'outbox', { prepared: { postId: undefined, events: batch, call } });
  },
  applyRefusal: applyEventRefusal,
  isReadable: (answer) => syncSchema.safeParse(answer).success,
  // An event server never turns into a snapshot server, so a snapshot answer comes from another one.
  isOfOtherServer: isSnapshotAnswer,
  announcesChanges: true,
  applyCart(context, answer, { known, log }) {
    const sync = answer as Sync;
    const isOurs = sync.sessionId === context.state.facts.log.sessionId;
    const answered = union(known, readDecided(log));
    const lacking = isOurs && !hasAllEvents(sync.known, answered) ? context.state.catchUp.lacking + 1 : 0;
    change(context, 'catchUp', { lacking });
    // The server lost events that it had answered for: its data was restored without a notice to the phones.
    if (lacking >= surelyLacking) endSession(context, true);
    else {
      applySync(context, sync);
      countAnswer(context);
    }
    return true;
  },
  coversOf: ({ covers }) => covers,
  omitsStableClears: true,
  cartVersion: ({ knowledge }) => ({ cartRowVersion: findNewestVersion(knowledge.log) }),
  applyOutcome(context, answer: ServerAnswer) {
    const sync = answer as Sync;
    if (!applySync(context, sync)) return undefined;
    const { accepted, rejected = [], version, missing, known } = sync;
    const rejectedIds = rejected.flatMap(({ ids }) => ids);
    return {
      accepted: accepted?.ids ?? [],
      rejected: rejectedIds,
      version,
      missing,
      known,
      lacksInvented: isInvented(context.state, missing ?? {}),
    };
  },
  // The server itself creates `orderPlaced`, so one from a peer is false.
  filterPeerRecords: (records) =>
    records.filter((record) => !('event' in record) || record.event.type !== 'orderPlaced'),
  handlePeerMessage: (context, _, events) => awaitConfirmation(context, events),
  asksAfterMessages: false,
  canLeaveOutLines: true,
  readsOpenOrder: false,
  settlesSlowly: false,
  isRepeatedOrder: () => false,
  placementQuestion: ({ placementId }) => ({ call: 'placement', placementId }),
  completeOrder: announceOrder,
  mayTryAgain: () => false,
};

/** The events in the log that event servers have decided on. */
function readDecided({ snapshot, joinedCovers, accepted, entries }: Log): VersionVector {
  if (!snapshot || isPlain(snapshot)) return joinedCovers;
  const own: Record<string, number> = {};
  for (const id of accepted.keys()) {
    const { replicaId, seq = 0 } = entries.get(id) ?? {};
    if (replicaId !== undefined) own[replicaId] = Math.max(own[replicaId] ?? 0, seq);
  }
  return union(joinedCovers, own);
}

/** Applies the records of an answer. False when it belongs to another session: then the phone's session is over. */
export function applySync(context: StepContext, sync: Sync): boolean {
  change(context, 'server', { serverKind: 'event' });
  if (sync.sessionId !== context.state.facts.log.sessionId) {
    endSession(context, sync.restoredFrom === context.state.facts.log.sessionId);
    return false;
  }
  applyRecords(context, createSyncRecords(sync, context.state.knowledge.log, context.moment.now));
  const { known, restoredAt } = context.state.server;
  change(context, 'server', {
    isLoaded: true,
    known: hasAllEvents(known, sync.known) ? known : union(known, sync.known),
    restoredAt: sync.restoredAt ?? restoredAt,
  });
  if (sync.table) notify(context, { kind: 'tableMoved', ...sync.table });
  if (hasDiverged(context.state, sync.known, sync.digest)) requestRestart(context, 'diverged');
  return true;
}
