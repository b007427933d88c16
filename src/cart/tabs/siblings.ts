import type { Subscription } from 'rxjs';
import type { AnyEvent } from '#events/catalogue.ts';
import type { LogRecord, Snapshot } from '#events/records.ts';
import { includes, sameVector } from '#events/version-vector.ts';
import type { Journal } from '../journal.ts';
import { sameSnapshot } from '../plain-server.ts';
import type { Tabs } from './tabs.ts';

/** This tab among the others: what it sends for them, and what it has them send. */
export interface Siblings {
  readonly leads: boolean;
  /** Events of other tabs that this one is to send; they are not in its log before the server accepted them (P3). */
  readonly events: ReadonlyMap<string, AnyEvent>;
  /** Asks the others what they have to send; resolves when whoever has something has said so. */
  heardAll(): Promise<void>;
  /** Own and their events that the server accepted: the others learn them now. */
  accepted(events: readonly AnyEvent[], version: number): void;
  start(): void;
  close(): void;
}

export interface SiblingsOptions {
  readonly tabs: Tabs;
  readonly journal: Journal;
  /** There may be something to send now. */
  readonly pump: () => void;
  /** Something may be missing. */
  readonly ask: () => void;
  /** What another tab has learnt, as it goes into this one's log. */
  readonly heard: (records: readonly LogRecord[]) => readonly LogRecord[];
  readonly now: () => number;
  /** Resolves after `ms`. */
  readonly after: (ms: number) => Promise<void>;
}

/** So long a tab may take to write a change down and to tell of it, ms. */
const answerMs = 500;

export function createSiblings({ tabs, journal, pump, ask, heard, now, after }: SiblingsOptions): Siblings {
  const events = new Map<string, AnyEvent>();
  let subscriptions: readonly Subscription[] = [];
  /** What comes from another tab is not told on: every tab has heard it. */
  let isHearing = false;

  const offer = () => {
    if (tabs.leading.value) return;
    const own = journal.sendable().flatMap((id) => journal.knowledge.entries.get(id)?.event ?? []);
    if (own.length > 0) tabs.post({ kind: 'pending', events: own });
  };

  const forget = (records: readonly LogRecord[]) => {
    for (const record of records) {
      if ('accepted' in record) for (const id of record.accepted.ids) events.delete(id);
      if ('rejected' in record) for (const id of record.rejected.ids) events.delete(id);
    }
  };

  const isDecided = (id: string) => journal.knowledge.accepted.has(id) || journal.knowledge.rejected.has(id);

  // The tab that asks was not there when the answer came.
  const decisionOn = (id: string): LogRecord[] => {
    const { accepted, rejected } = journal.knowledge;
    const said = { t: now(), from: 'server' as const };
    const version = accepted.get(id);
    if (version !== undefined) return [{ ...said, accepted: { ids: [id], version } }];
    const code = rejected.get(id);
    return code === undefined ? [] : [{ ...said, rejected: { ids: [id], code } }];
  };

  const subscribe = () => [
    tabs.leading.subscribe((isLeading) => {
      if (isLeading) {
        tabs.post({ kind: 'lead' });
        pump();
        ask();
      } else {
        events.clear();
        offer();
      }
    }),
    journal.written.subscribe(() => offer()),
    journal.learnt.subscribe((records) => {
      forget(records);
      // Whichever tab hears it first: also one that placed an order without leading.
      if (!isHearing) tabs.post({ kind: 'learnt', records });
    }),
    tabs.messages.subscribe((message) => {
      if (message.kind === 'lead') return offer();
      if (message.kind === 'pending' && tabs.leading.value) {
        const decided = message.events.flatMap(({ id }) => decisionOn(id));
        if (decided.length > 0) tabs.post({ kind: 'learnt', records: decided });
        for (const event of message.events) if (!isDecided(event.id)) events.set(event.id, event);
        return pump();
      }
      if (message.kind === 'learnt') {
        isHearing = true;
        journal.learn(heard(unheard(message.records, journal)));
        isHearing = false;
        if (journal.view.value.waiting.length > 0) ask();
      }
    }),
  ];

  return {
    get leads() {
      return tabs.leading.value;
    },
    events,
    async heardAll() {
      if (!tabs.leading.value) return;
      tabs.post({ kind: 'lead' });
      await after(answerMs);
    },
    accepted(accepted, version) {
      const t = now();
      const records: LogRecord[] = accepted.map((event) => ({ t, from: 'peer', event }));
      records.push({ t, from: 'server', accepted: { ids: accepted.map(({ id }) => id), version } });
      forget(records);
      tabs.post({ kind: 'learnt', records });
    },
    start() {
      subscriptions = subscribe();
    },
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      tabs.close();
    },
  };
}

/** What of another tab's records is news here. */
function unheard(records: readonly LogRecord[], { knowledge }: Journal): LogRecord[] {
  return records.flatMap((record): LogRecord[] => {
    if ('event' in record) {
      // Own events come back as somebody else's: here they are known already.
      return knowledge.entries.has(record.event.id) ? [] : [{ ...record, from: 'peer' }];
    }
    if ('snapshot' in record) {
      const isNews = isNewer(record.snapshot, knowledge.snapshot);
      return isNews || record.snapshot.events?.some(({ id }) => !knowledge.entries.has(id)) ? [record] : [];
    }
    if ('accepted' in record) {
      const ids = record.accepted.ids.filter((id) => !knowledge.accepted.has(id));
      return ids.length > 0 ? [{ ...record, accepted: { ...record.accepted, ids } }] : [];
    }
    const ids = record.rejected.ids.filter((id) => !knowledge.rejected.has(id));
    return ids.length > 0 ? [{ ...record, rejected: { ...record.rejected, ids } }] : [];
  });
}

/** P2: of one version, another tab may know more of what a plain server's cart has, or how that lists it by now. */
function isNewer(told: Snapshot, mine: Snapshot | undefined): boolean {
  if (!mine || told.version !== mine.version) return told.version > (mine?.version ?? -1);
  if (!includes(mine.covers, told.covers)) return true;
  return sameVector(mine.covers, told.covers) && !sameSnapshot(told, mine);
}
