import { BehaviorSubject, Subject, type Observable } from 'rxjs';
import { rejections } from '#contract/codes.ts';
import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import { clockStart, compareStamps, isAhead } from '#events/clock.ts';
import { createLog, type Knowledge, type Log } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { reach } from '#events/version-vector.ts';
import type { CartView } from '#projections/cart-view.ts';
import { LiveView } from '#projections/live-view.ts';
import { viewJson } from '#projections/view-json.ts';
import type { State } from './cart-engine.ts';
import type { Decision } from './decide.ts';
import type { Environment } from './environment.ts';
import { hear, mintEvent, type Author, type Pen } from './mint.ts';
import { pendingIds } from './project-cart.ts';
import type { Claim } from './replica-claim.ts';
import { memoryStorage } from './storage/memory-storage.ts';
import type {
  CartStorage,
  LogKey,
  PendingPlacement,
  ReplicaState,
  Replacement,
} from './storage/cart-storage.ts';

/** One replica's log on this phone: the one door in, the one view out, and the disk behind it. */
export interface Journal {
  readonly knowledge: Knowledge;
  readonly records: readonly LogRecord[];
  readonly replicaId: string;
  readonly view: State<CartView>;
  /** What `learn` has taken in. */
  readonly learnt: Observable<readonly LogRecord[]>;
  /** Emits whenever something has reached the disk. */
  readonly written: Observable<void>;
  /** True once the disk failed and the cart goes on in memory. */
  readonly inMemoryOnly: State<boolean>;
  readonly placement: PendingPlacement | null;
  /** Own events without an answer that are on disk and may leave the phone (G3). */
  sendable(): string[];
  /** Own events without an answer. */
  pending(): string[];
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
}

/** Opens the journal of a claimed replica. */
export function openJournal({ log: key, claim, storage: disk, env }: JournalOptions): Journal {
  let storage = disk;
  let log: Log = createLog();
  let live = new LiveView(log);
  let records: LogRecord[] = [];
  let pen: Pen = penOf(claim);
  /** T4: takes over from `pen` once that one's events all have their answer. */
  let successor: Pen | undefined;
  let placement: PendingPlacement | null = claim.own?.state.placement ?? null;
  let queue: LogRecord[] = [];
  let stateIsNew = false;
  let replaces: Replacement | undefined;
  let writing: Promise<void> | undefined;
  /** T4: old id → new id of what was minted anew. */
  const renamed = new Map(Object.entries(claim.own?.state.renamed ?? {}));
  /** Rows stay under the claimed id, which this tab holds the lock of, whichever id the pen writes under. */
  let rowsOf = claim.replicaId;
  let nextIndex = claim.own?.records.length ?? 0;
  const onDisk = new Set<string>();
  const view = new BehaviorSubject<CartView>(live.view);
  const written = new Subject<void>();
  const learnt = new Subject<readonly LogRecord[]>();
  const inMemoryOnly = new BehaviorSubject(false);

  const take = (added: readonly LogRecord[]) => {
    for (const record of added) {
      live.learn(log.append(record));
      records.push(record);
    }
    queue.push(...added);
  };

  const stateNow = (): ReplicaState => ({
    lastSeq: pen.lastSeq,
    clock: pen.clock,
    placement,
    successor: pen.replicaId === rowsOf ? '' : pen.replicaId,
    renamed: Object.fromEntries(renamed),
  });

  const flush = async () => {
    while (queue.length > 0 || stateIsNew) {
      const batch = queue;
      const replacing = replaces;
      queue = [];
      replaces = undefined;
      stateIsNew = false;
      const index = nextIndex;
      nextIndex += batch.length;
      const state = stateNow();
      try {
        await storage.append(key, rowsOf, { index, records: batch, state, replaces: replacing });
      } catch (error) {
        console.warn('cart storage failed, the cart goes on in memory', error);
        goOnInMemory();
      }
      for (const record of batch) if ('event' in record) onDisk.add(record.event.id);
      written.next();
    }
  };

  const save = (): Promise<void> => {
    writing ??= flush().finally(() => {
      writing = undefined;
      if (queue.length > 0 || stateIsNew) void save();
    });
    return writing;
  };

  const flushed = async () => {
    while (writing || queue.length > 0 || stateIsNew) await save();
  };

  // What never reached the disk is minted anew under a replica of its own: after a reload the old one may be
  // taken up again at its last stored number, and no number is ever used twice (T2).
  const goOnInMemory = () => {
    storage = memoryStorage();
    // What it wrote may be unsaved: its numbers end here as well.
    successor = undefined;
    const unsaved = records.filter((record) => 'event' in record && isOwnUnsaved(record.event));
    const lost = new Set(unsaved.map((record) => ('event' in record ? record.event.id : '')));
    const kept = records.filter((record) => !('event' in record && lost.has(record.event.id)));
    log = createLog();
    live = new LiveView(log);
    records = [];
    queue = [];
    nextIndex = 0;
    pen = { replicaId: env.newId(), lastSeq: 0, clock: pen.clock };
    rowsOf = pen.replicaId;
    take(kept);
    for (const record of unsaved) if ('event' in record) mintAnew(record.event);
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
        const event = log.local.has(id) && !renamed.has(id) ? log.entries.get(id)?.event : undefined;
        if (!event) continue;
        if (!id.startsWith(`${pen.replicaId}:`) && !isAhead(pen.clock, env.now())) mintAnew(event);
        else mintAnewBySuccessor(event);
      }
    }
    const isOldOneDone = !pendingIds(log).some((id) => id.startsWith(`${pen.replicaId}:`));
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
    return hear({ replicaId, lastSeq, clock: clockStart }, stamps, env.now());
  };

  const isOwnUnsaved = (event: AnyEvent) => log.local.has(event.id) && !onDisk.has(event.id);

  if (claim.own) {
    for (const record of claim.own.records) {
      log.append(record);
      if ('event' in record) onDisk.add(record.event.id);
    }
    // One pass over the whole log, not one for each record.
    live = new LiveView(log);
    records = [...claim.own.records];
  }
  takeOver();
  view.next(live.view);

  function takeOver() {
    // They are on disk already, in the rows of the orphan: should this tab's own first write fail, they keep their ids.
    for (const { records: theirs } of claim.orphans)
      for (const record of theirs) if ('event' in record) onDisk.add(record.event.id);
    const [largest] = claim.orphans;
    // A new replica starts from what the others of this phone knew, so that a reload without network shows the cart.
    if (!claim.own && largest) take(largest.records);
    for (const orphan of claim.orphans) {
      const left = createLog();
      for (const record of orphan.records) left.append(record);
      const wanted = new Set(pendingIds(left));
      take(
        orphan.records.filter((r) => 'event' in r && wanted.has(r.event.id) && !log.entries.has(r.event.id)),
      );
      // T4: rejected as ahead before the tab that wrote them could mint them anew.
      const ids = [...wanted].filter(
        (id) => log.rejected.get(id) === rejections.clockAhead && !Object.hasOwn(orphan.state.renamed, id),
      );
      if (ids.length > 0)
        mintAnewWhatWasAhead([
          { t: env.now(), from: 'server', rejected: { ids, code: rejections.clockAhead } },
        ]);
      placement ??= orphan.state.placement;
      // The clock of this phone's own log is taken up whatever the time seems to be: the server's is not known yet.
      if (compareStamps(orphan.state.clock, pen.clock) > 0) pen = { ...pen, clock: orphan.state.clock };
    }
    stateIsNew = true;
  }

  void save().then(async () => {
    if (!claim.orphansAreDead || inMemoryOnly.value) return;
    for (const { replicaId } of claim.orphans) await storage.remove(key, replicaId).catch(console.warn);
  });

  return {
    get knowledge() {
      return log;
    },
    get records() {
      return records;
    },
    get replicaId() {
      return pen.replicaId;
    },
    get placement() {
      return placement;
    },
    view,
    learnt,
    written,
    inMemoryOnly,
    pending: () => pendingIds(log),
    sendable: () => pendingIds(log).filter((id) => onDisk.has(id)),
    write(author, decision) {
      if (!decision) return undefined;
      const minted = mintEvent(pen, author, view.value.known, env.now(), decision);
      pen = minted.pen;
      take([{ t: env.now(), from: 'local', event: minted.event }]);
      view.next(live.view);
      void save();
      return minted.event;
    },
    learn(added) {
      if (added.length === 0) return;
      take(added);
      mintAnewWhatWasAhead(added);
      pen = hear(pen, stampsOf(added), env.now());
      view.next(live.view);
      learnt.next(added);
      void save();
    },
    startAgain(fresh) {
      const mine = viewJson(live.view);
      const unanswered = pendingIds(log).flatMap((id) => log.entries.get(id)?.event ?? []);
      log = createLog();
      live = new LiveView(log);
      records = [];
      queue = [];
      nextIndex = 0;
      take(fresh);
      // T2: no number is used twice and none is left out, whatever the server has of this replica.
      const fits = reach(live.view.known, pen.replicaId) === pen.lastSeq;
      if (unanswered.length > 0 || !fits) pen = { replicaId: env.newId(), lastSeq: 0, clock: pen.clock };
      unanswered.forEach(mintAnew);
      replaces = { at: env.now(), mine, theirs: viewJson(live.view) };
      console.error('cart: this phone and the server differed; it starts again from the server’s', replaces);
      view.next(live.view);
      void save();
    },
    async setPlacement(next) {
      placement = next;
      stateIsNew = true;
      await flushed();
    },
    flushed,
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

function stampsOf(records: readonly LogRecord[]) {
  return records.flatMap((record) => {
    if ('event' in record) return [record.event.at];
    return 'snapshot' in record ? (record.snapshot.events ?? []).map((event) => event.at) : [];
  });
}
