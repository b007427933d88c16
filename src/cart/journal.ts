import { BehaviorSubject, Subject, type Observable } from 'rxjs';
import { rejections } from '#contract/codes.ts';
import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import { clockStart, compareStamps, isAhead, type Stamp } from '#events/clock.ts';
import { condensed } from '#events/condense.ts';
import { append, emptyLog, forgetCovered, isCovered, logOf, type Knowledge, type Log } from '#events/log.ts';
import type { LogRecord, Rejected, Snapshot } from '#events/records.ts';
import { reach, sameVector, type VersionVector } from '#events/version-vector.ts';
import { cartView, learnt, merged, type CartView } from '#projections/cart-view.ts';
import { DinerNames } from '#projections/diner-names.ts';
import { viewJson } from '#projections/view-json.ts';
import type { State } from './cart-engine.ts';
import type { Decision } from './decide.ts';
import type { Environment } from './environment.ts';
import { createLogWriter } from './log-writer.ts';
import { hear, mintEvent, type Author, type Pen } from './mint.ts';
import type { Claim } from './replica-claim.ts';
import { memoryStorage } from './storage/memory-storage.ts';
import type { CartStorage, LogKey, PendingPlacement } from './storage/cart-storage.ts';
import { newsFor } from './take-over.ts';

/** One replica's log on this phone: the one door in, the one view out, and the disk behind it. */
export interface Journal {
  readonly knowledge: Knowledge;
  readonly replicaId: string;
  readonly view: State<CartView>;
  /** By user id, as the diners' events name them. */
  readonly names: ReadonlyMap<string, string>;
  /** What `learn` has taken in. */
  readonly learnt: Observable<readonly LogRecord[]>;
  /** Emits whenever something has reached the disk. */
  readonly written: Observable<void>;
  /** True once the disk failed and the cart goes on in memory. */
  readonly inMemoryOnly: State<boolean>;
  readonly placement: PendingPlacement | null;
  /** Rejections of changes that a tab has left behind, which died before it heard of them. */
  readonly lateRejections: readonly Rejected[];
  /** Own events without an answer, in order. */
  readonly pending: ReadonlySet<string>;
  /** Own events without an answer that are on disk and may leave the phone (G3). */
  sendable(): string[];
  /** A reload or a crash no longer takes this one away. */
  isSaved(id: string): boolean;
  /** Mints the event of a decision; it shows at once. */
  write(author: Author, decision: Decision): CartEvent | undefined;
  /** Takes records in, in order. */
  learn(records: readonly LogRecord[]): void;
  /**
   * G5: goes on from these records alone; what was before is kept apart with what both sides showed. Own events without
   * an answer are minted anew under another replica id: what they had seen may never have been.
   */
  startAgain(records: readonly LogRecord[]): void;
  setPlacement(placement: PendingPlacement | null): Promise<void>;
  /** Everything so far is on disk. */
  flushed(): Promise<void>;
}

export interface JournalOptions {
  readonly log: LogKey;
  readonly claim: Claim;
  readonly storage: CartStorage;
  readonly env: Environment;
  /** G2: from so many settled events on the rows on disk are summed up. */
  readonly summaryAfter?: number | undefined;
}

/** A round or two of a full table. */
const defaultSummaryAfter = 64;

/** Opens the journal of a claimed replica. */
export function openJournal({ log: key, claim, storage, env, ...options }: JournalOptions): Journal {
  let log: Log = emptyLog;
  let live = merged(log);
  const diners = new DinerNames();
  let covers: VersionVector = {};
  let pen: Pen = penOf(claim);
  /** T4: takes over from `pen` once that one's events all have their answer. */
  let successor: Pen | undefined;
  let placement: PendingPlacement | null = claim.own?.state.placement ?? null;
  /** T4: old id → new id of what was minted anew. */
  const renamed = new Map(Object.entries(claim.own?.state.renamed ?? {}));
  /** Rows stay under the claimed id, which this tab holds the lock of, whichever id the pen writes under. */
  let rowsOf = claim.replicaId;
  const lateRejections: Rejected[] = [];
  const view = new BehaviorSubject<CartView>(live.view);
  const written = new Subject<void>();
  const taken = new Subject<readonly LogRecord[]>();
  const inMemoryOnly = new BehaviorSubject(false);

  const writer = createLogWriter({
    storage,
    log: key,
    rowsOf,
    stored: claim.own?.records.length ?? 0,
    summaryAfter: options.summaryAfter ?? defaultSummaryAfter,
    now: () => env.now(),
    state: () => ({
      lastSeq: pen.lastSeq,
      clock: pen.clock,
      placement,
      successor: pen.replicaId === rowsOf ? '' : pen.replicaId,
      renamed: Object.fromEntries(renamed),
    }),
    summary: () => condensed(log, env.now()),
    written: () => written.next(),
    failed: () => goOnInMemory(),
  });

  const take = (added: readonly LogRecord[]) => {
    const { log: after, learnt: news } = append(log, added);
    log = after;
    live = learnt(live, log, news);
    diners.learn(news.entries);
    writer.put(added);
  };

  // G2: what is settled leaves the memory.
  const letGo = () => {
    if (sameVector(covers, log.covers)) return;
    covers = log.covers;
    const left = forgetCovered(log);
    log = left.log;
    writer.settled(left.forgotten);
  };

  // What never reached the disk is minted anew under a replica of its own: after a reload the old one may be
  // taken up again at its last stored number, and no number is ever used twice (T2).
  const goOnInMemory = () => {
    // What it wrote may be unsaved: its numbers end here as well.
    successor = undefined;
    const records = condensed(log, env.now());
    const unsaved = records.flatMap((record) =>
      'event' in record && isOwnUnsaved(record.event) ? [record.event] : [],
    );
    const lost = new Set(unsaved.map(({ id }) => id));
    log = emptyLog;
    live = merged(log);
    pen = { replicaId: env.newId(), lastSeq: 0, clock: pen.clock };
    rowsOf = pen.replicaId;
    writer.moveTo(memoryStorage(), rowsOf);
    take(records.filter((record) => !('event' in record && lost.has(record.event.id))));
    unsaved.forEach(mintAnew);
    view.next(live.view);
    inMemoryOnly.next(true);
  };

  const mintAnew = ({ id, at: _at, seen: _seen, ...rest }: AnyEvent) => {
    const minted = mintEvent(pen, rest, live.view.known, env.now(), (fields) => {
      // Before following: an event that began its own line names itself.
      renamed.set(id, fields.id);
      return followRenames({ ...(rest as CartEvent), ...fields }, renamed);
    });
    pen = minted.pen;
    take([{ t: env.now(), from: 'local', event: minted.event }]);
  };

  // T4: a wrong clock never costs the diner anything. What was ahead is minted anew by a pen with the corrected clock;
  // until the last old event has its answer the diner goes on with the old one, so that the order of taps is kept.
  const mintAnewWhatWasAhead = (added: readonly LogRecord[]) => {
    for (const record of added) {
      if (!('rejected' in record) || record.rejected.code !== rejections.clockAhead) continue;
      for (const id of record.rejected.ids) {
        const event = log.local.has(id) ? log.entries.get(id)?.event : undefined;
        if (event) mintAnewOnce(event);
      }
    }
    endSuccession();
  };

  const mintAnewOnce = (event: AnyEvent) => {
    if (renamed.has(event.id)) return;
    if (!event.id.startsWith(`${pen.replicaId}:`) && !isAhead(pen.clock, env.now())) mintAnew(event);
    else mintAnewBySuccessor(event);
  };

  const endSuccession = () => {
    const isOldOneDone = ![...log.pending].some((id) => id.startsWith(`${pen.replicaId}:`));
    if (!successor || !isOldOneDone) return;
    pen = successor;
    successor = undefined;
  };

  const mintAnewBySuccessor = (event: AnyEvent) => {
    const old = pen;
    pen = correctedPen(successor?.replicaId ?? env.newId(), successor?.lastSeq ?? 0);
    mintAnew(event);
    successor = pen;
    pen = old;
  };

  // T3, T4: starts at the corrected now, but not before what was heard.
  const correctedPen = (replicaId: string, lastSeq: number): Pen => {
    const heard = [...log.entries.values()].filter(({ event }) => !log.rejected.has(event.id));
    const stamps = heard.map(({ event }) => event.at);
    const folded = log.snapshot ? stampsIn(log.snapshot) : [];
    return hear({ replicaId, lastSeq, clock: clockStart }, [...stamps, ...folded], env.now());
  };

  const isOwnUnsaved = (event: AnyEvent) => log.local.has(event.id) && !writer.isOnDisk(event.id);

  if (claim.own) {
    log = append(log, claim.own.records).log;
    diners.learn(log.entries.values());
    writer.note(claim.own.records);
    // One pass over the whole log, not one for each record.
    live = merged(log);
  }
  takeOver();
  letGo();
  view.next(live.view);

  // T1: a phone's replicas that nobody writes any more go on in this one: their logs merge into it.
  function takeOver() {
    const left = claim.orphans.map(({ state, records }) => ({ state, knowledge: logOf(records) }));
    for (const { records } of claim.orphans) writer.note(records);
    for (const { state, knowledge } of left) {
      take(newsFor(log, knowledge, env.now()));
      for (const [old, anew] of Object.entries(state.renamed)) if (!renamed.has(old)) renamed.set(old, anew);
    }
    for (const { state, knowledge } of left) {
      // T4: rejected as ahead before the tab that wrote them could mint them anew.
      for (const id of knowledge.pending) {
        const event = knowledge.entries.get(id)?.event;
        const code = log.rejected.get(id);
        if (!event || code === undefined) continue;
        if (code === rejections.clockAhead) mintAnewOnce(event);
        else lateRejections.push({ ids: [id], code });
      }
      endSuccession();
      placement ??= state.placement;
      // The clock of this phone's own log is taken up whatever the time seems to be: the server's is not known yet.
      if (compareStamps(state.clock, pen.clock) > 0) pen = { ...pen, clock: state.clock };
    }
  }

  void writer.save().then(async () => {
    if (!claim.orphansAreDead || inMemoryOnly.value) return;
    for (const { replicaId } of claim.orphans)
      await storage.archive(key, env.now(), replicaId).catch(console.warn);
  });

  return {
    get knowledge() {
      return log;
    },
    get replicaId() {
      return pen.replicaId;
    },
    get pending() {
      return log.pending;
    },
    get names() {
      return diners.names;
    },
    get placement() {
      return placement;
    },
    lateRejections,
    view,
    learnt: taken,
    written,
    inMemoryOnly,
    isSaved: (id) => writer.isOnDisk(id),
    sendable: () => [...log.pending].filter((id) => writer.isOnDisk(id)),
    write(author, decision) {
      if (!decision) return undefined;
      const minted = mintEvent(pen, author, view.value.known, env.now(), decision);
      pen = minted.pen;
      take([{ t: env.now(), from: 'local', event: minted.event }]);
      view.next(live.view);
      void writer.save();
      return minted.event;
    },
    learn(added) {
      if (added.length === 0) return;
      const news = added.filter((record) => !('event' in record && isCovered(record.event.id, covers)));
      take(news);
      mintAnewWhatWasAhead(news);
      pen = hear(pen, stampsOf(news), env.now());
      view.next(live.view);
      taken.next(news);
      letGo();
      void writer.save();
    },
    startAgain(fresh) {
      const mine = viewJson(live.view);
      const unanswered = [...log.pending].flatMap((id) => log.entries.get(id)?.event ?? []);
      log = emptyLog;
      live = merged(log);
      const freshView = viewJson(cartView(logOf(fresh)));
      writer.replaceAll({ why: 'diverged', mine, theirs: freshView });
      console.error('cart: this phone and the server differed; it starts again from the server’s', {
        mine,
        theirs: freshView,
      });
      take(fresh);
      // T2: no number is used twice and none is left out, whatever the server has of this replica.
      const fits = reach(live.view.known, pen.replicaId) === pen.lastSeq;
      if (unanswered.length > 0 || !fits) pen = { replicaId: env.newId(), lastSeq: 0, clock: pen.clock };
      unanswered.forEach(mintAnew);
      covers = {};
      letGo();
      view.next(live.view);
      void writer.save();
    },
    async setPlacement(next) {
      placement = next;
      void writer.save();
      await writer.flushed();
    },
    flushed: () => writer.flushed(),
  };
}

function penOf({ replicaId, own }: Claim): Pen {
  if (!own) return { replicaId, lastSeq: 0, clock: clockStart };
  const { lastSeq, clock, successor } = own.state;
  return { replicaId: successor || replicaId, lastSeq, clock };
}

function followRenames(event: CartEvent, renamed: ReadonlyMap<string, string>): CartEvent {
  if (!('lineId' in event)) return event;
  return { ...event, lineId: renamed.get(event.lineId) ?? event.lineId };
}

function stampsOf(records: readonly LogRecord[]): Stamp[] {
  return records.flatMap((record) => {
    if ('event' in record) return [record.event.at];
    return 'snapshot' in record ? stampsIn(record.snapshot) : [];
  });
}

/** T3: what a snapshot has folded in was received as well; the next guest number must not lose to it. */
function stampsIn({ events = [], guestsAt, orderTypeAt, lastOrderAt }: Snapshot): Stamp[] {
  const folded = [guestsAt, orderTypeAt, lastOrderAt].flatMap((at): Stamp[] => (at ? [[at[0], at[1]]] : []));
  return [...events.map((event) => event.at), ...folded];
}
