/** G4: sends what is pending, in order, one request at a time; what piles up meanwhile goes in the next one. */
import { codes } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { CartCleared } from '#events/cart-cleared.ts';
import { reach } from '#events/version-vector.ts';
import { doubled, pauseMs } from '../back-off.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import type { BatchOutcome } from '../dialect/dialect.ts';
import { dialectOf, dialectOfAnswer } from '../dialect/dialects.ts';
import { newestVersion } from '../dialect/plain-facts.ts';
import { sendable } from './disk.ts';
import { learn } from './knowledge.ts';
import { isPlain, type Answer, type ServerAnswer } from '../ports/transport.ts';
import { noteReachable, refused, staleCodes } from './refusals.ts';
import type { OutboxState, PhoneState, RequestUnderWay, Wait } from '../state.ts';
import { publishAccepted } from './table.ts';
import { change, send, viewOf, type Turn } from '../turn.ts';
import { ownOrderDetail } from '../wire/order-detail.ts';

/** G4, G7: between two tries, ms, doubled each time; `visibleMaxMs` while the diner looks and nobody said no. */
const backOff = { firstMs: 1_000, maxMs: 30_000, visibleMaxMs: 2_500 };
/** G7: a request that waits for longer is given up when the server shows a sign of life, ms, doubled each time. */
const hangsAfter = { firstMs: 3_000, maxMs: 24_000 };
/** E5: how often in a row everything may be held before the phone doubts what it was told. */
const heldTries = 3;

/** The server will not have what is in the request (a plain one names no event); sending the same again is no use. */
const unacceptable: readonly number[] = [
  codes.badRequest,
  codes.tooLarge,
  codes.soldOut,
  codes.pleaseAddItAgainToYourCart,
];

export function outboxAtStart(pending: Iterable<string>): OutboxState {
  return {
    underWay: undefined,
    sent: new Set(),
    again: new Set(),
    doubtful: new Set(pending),
    changes: 0,
    batchSize: limits.eventsPerRequest,
    wait: undefined,
    delayMs: backOff.firstMs,
    held: 0,
    awaitsCart: false,
    hangsAfterMs: hangsAfter.firstMs,
  };
}

/** When the outbox is to be looked at again, ms of uptime. */
export function outboxDue({ outbox }: PhoneState): number {
  return outbox.underWay?.hangsAt ?? outbox.wait?.at ?? Infinity;
}

/** G7: a request waits for its answer for so long that a sign of life is looked for. */
export function isHanging({ outbox }: PhoneState, uptime: number): boolean {
  return outbox.underWay !== undefined && uptime >= outbox.underWay.hangsAt;
}

/** Sends the next batch, if there is one and nothing speaks against it. */
export function sendWhatIsPending(turn: Turn): void {
  giveUpWhatHangs(turn);
  const { outbox, catchUp } = turn.state;
  if (turn.state.isClosed || outbox.underWay || outbox.awaitsCart || catchUp.restart?.reason === 'stuck')
    return;
  if (outbox.wait && turn.moment.uptime < outbox.wait.at) return;
  const batch = nextBatch(turn);
  if (batch.length === 0) return;
  const ids = batch.map(({ id }) => id);
  const [first] = batch;
  const number =
    first && isTableClear(first)
      ? send(turn, { call: 'clear', event: turn.state.server.kind === 'aware' ? first : undefined })
      : send(turn, {
          call: 'post',
          detail: detailAfter(turn.state, batch),
          events: batch,
          known: viewOf(turn.state).known,
        });
  change(turn, 'outbox', {
    underWay: {
      number,
      events: batch,
      versionBefore: newestVersion(turn.state.knowledge.log),
      hangsAt: turn.moment.uptime + outbox.hangsAfterMs,
      isOvertaken: false,
    },
    wait: undefined,
    changes: turn.state.outbox.changes + 1,
    sent: withAll(turn.state.outbox.sent, ids),
    doubtful: withAll(turn.state.outbox.doubtful, ids),
  });
}

/** The answer to the batch that was under way. */
export function takeBatchAnswer(turn: Turn, number: number, answer: Answer<ServerAnswer>): void {
  const { underWay } = turn.state.outbox;
  if (underWay?.number !== number) return;
  const { events } = underWay;
  ended(turn, answer.ok || answer.failure.kind === 'refused' ? events : []);
  change(turn, 'outbox', { hangsAfterMs: hangsAfter.firstMs });
  if (answer.ok) {
    noteReachable(turn, true);
    takeOutcome(turn, answer.value, underWay);
    return;
  }
  const { failure } = answer;
  if (failure.kind === 'refused') {
    noteReachable(turn, true);
    takeRefusal(turn, failure, events);
    return;
  }
  // Whether it arrived can't be told: to the diner it is on this phone until the server says otherwise.
  unsent(turn, events);
  if (failure.kind === 'busy') return pause(turn, 'refused', failure.afterMs);
  noteReachable(turn, false);
  pause(turn, 'noAnswer');
}

/**
 * G7: the server shows that it is there: what waits because nobody answered goes now, and a request that it has not
 * answered is given up once it hangs.
 */
export function outboxAwake(turn: Turn): void {
  outboxNudged(turn);
  const { underWay } = turn.state.outbox;
  if (underWay && !underWay.isOvertaken)
    change(turn, 'outbox', { underWay: { ...underWay, isOvertaken: true } });
}

/** Sending twice does no harm: an event-aware server knows events by id. */
function giveUpWhatHangs(turn: Turn): void {
  const { outbox, server } = turn.state;
  const { underWay } = outbox;
  if (!underWay?.isOvertaken || server.kind !== 'aware' || !isHanging(turn.state, turn.moment.uptime)) return;
  turn.effects.push({ kind: 'giveUp', number: underWay.number });
  ended(turn, []);
  unsent(turn, underWay.events);
  change(turn, 'outbox', { hangsAfterMs: doubled(hangsAfter, outbox.hangsAfterMs) });
}

/** G7: a tap, or the diner looks again: nothing waits because nobody answered. */
export function outboxNudged(turn: Turn): void {
  if (turn.state.outbox.wait?.why === 'noAnswer')
    change(turn, 'outbox', { wait: undefined, delayMs: backOff.firstMs });
}

function takeOutcome(turn: Turn, answer: ServerAnswer, request: RequestUnderWay): void {
  const { events, versionBefore } = request;
  const outcome = dialectOfAnswer(answer).takeOutcome(turn, answer, events, versionBefore);
  if (!outcome) return;
  const answered = new Set([...outcome.accepted, ...outcome.rejected]);
  const { sent, again } = turn.state.outbox;
  change(turn, 'outbox', {
    sent: without(sent, answered),
    again: withAll(without(again, answered), missingOf(turn.state, outcome)),
    batchSize: limits.eventsPerRequest,
  });
  const accepted = events.filter(({ id }) => outcome.accepted.includes(id));
  if (accepted.length > 0) publishAccepted(turn, accepted, outcome.version);
  if (events.some(({ id }) => answered.has(id))) {
    change(turn, 'outbox', { held: 0, delayMs: backOff.firstMs, awaitsCart: isPlain(answer) });
    if (isPlain(answer)) requestCatchUp(turn);
    return;
  }
  const held = turn.state.outbox.held + 1;
  change(turn, 'outbox', { held });
  // Only the server's own word helps where it goes on lacking what others had told.
  if (held % heldTries === 0) requestRestart(turn, 'stuck');
  pause(turn, 'held');
}

function takeRefusal(
  turn: Turn,
  { code, msg }: { readonly code: number; readonly msg: string },
  events: readonly AnyEvent[],
): void {
  const isAtFault = unacceptable.includes(code);
  if (isAtFault && events.length > 1) return change(turn, 'outbox', { batchSize: 1 });
  if (!isAtFault) {
    refused(turn, 'update', code, msg);
    if (staleCodes.includes(code)) requestCatchUp(turn);
  } else if (turn.state.tabs.leads) {
    // To a tab that leads no more it is a late answer: the one that does sends the event as well.
    // An event-aware server names the events that it rejects: this one has decided nothing, and the others hear nothing.
    const from = turn.state.server.kind === 'plain' ? 'server' : 'local';
    const ids = events.map(({ id }) => id);
    learn(turn, [{ t: turn.moment.now, from, rejected: { ids, code } }]);
  }
  if (isAtFault) unsent(turn, events);
  pause(turn, 'refused');
}

function pause(turn: Turn, why: Wait['why'], atLeastMs = 0): void {
  const { delayMs } = turn.state.outbox;
  const { looking, uptime, chance } = turn.moment;
  const mostMs = why === 'noAnswer' && looking ? backOff.visibleMaxMs : backOff.maxMs;
  const ms = pauseMs(chance, delayMs, { mostMs, atLeastMs });
  change(turn, 'outbox', {
    wait: { why, at: uptime + ms },
    delayMs: doubled(backOff, delayMs),
  });
}

function nextBatch(turn: Turn): AnyEvent[] {
  const { outbox, knowledge, tabs, server } = turn.state;
  if (!tabs.leads) {
    // Another tab may be sending them.
    const { pending } = knowledge.log;
    if ([...pending].some((id) => !outbox.doubtful.has(id)))
      change(turn, 'outbox', { doubtful: withAll(outbox.doubtful, pending) });
    return [];
  }
  if (knowledge.log.pending.size + outbox.again.size + tabs.theirs.size === 0) return [];
  const own = [...outbox.again, ...sendable(turn.state).filter((id) => !outbox.again.has(id))];
  const batch: AnyEvent[] = [];
  // What was to be sent again may have left the log: the server's own word has it.
  const events = [...own, ...tabs.theirs.keys()].flatMap(
    (id) => knowledge.log.entries.get(id)?.event ?? tabs.theirs.get(id) ?? [],
  );
  for (const event of events.slice(0, outbox.batchSize)) {
    const alone = isTableClear(event);
    // P1: whether the event goes along with the clear hangs on what the server knows.
    if (alone && (server.kind === 'unknown' || batch.length > 0)) break;
    batch.push(event);
    if (alone) break;
  }
  return batch;
}

/** P1: the lines as they should be after this batch; an event-aware server looks at the events alone. */
function detailAfter(state: PhoneState, batch: readonly AnyEvent[]) {
  const { facts } = state;
  return ownOrderDetail(dialectOf(state.server.kind).viewAfter(state, batch), facts.log.userId, facts.table);
}

/** E5: own events that the server lacks although it had them. What is pending goes out in its turn, once it is on disk. */
function missingOf({ knowledge: { log } }: PhoneState, { missing, known }: BatchOutcome): string[] {
  if (!missing) return [];
  return [...log.local].filter((id) => {
    const entry = log.entries.get(id);
    if (!entry || log.rejected.has(id) || log.pending.has(id)) return false;
    return entry.seq > reach(known, entry.replicaId) && entry.seq <= reach(missing, entry.replicaId);
  });
}

/** @param certain events of which it is known what became of them */
function ended(turn: Turn, certain: readonly AnyEvent[]): void {
  const { changes, doubtful } = turn.state.outbox;
  change(turn, 'outbox', {
    underWay: undefined,
    changes: changes + 1,
    doubtful: without(doubtful, new Set(certain.map(({ id }) => id))),
  });
}

function unsent(turn: Turn, events: readonly AnyEvent[]): void {
  change(turn, 'outbox', { sent: without(turn.state.outbox.sent, new Set(events.map(({ id }) => id))) });
}

function withAll(set: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  return new Set([...set, ...ids]);
}

function without(set: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> {
  return set.size === 0 || gone.size === 0 ? set : new Set([...set].filter((id) => !gone.has(id)));
}

function isTableClear(event: AnyEvent): event is CartCleared {
  return event.type === 'cartCleared' && (event as { scope?: unknown }).scope === 'table';
}
