// @module-tag long
/** A server that goes on from a checkpoint, made anywhere, answers like one that reads every event (F1, F4). */
import * as fc from 'fast-check';
import type { Sync } from '#contract/calls/cart.ts';
import { measureBytes } from '#server/ordering/cart/rules/open-events.ts';
import { createSyncRecords } from '#sync/wire/sync-records.ts';
import { loadAllPages } from '#sync/wire/whole-answer.ts';
import { expect, test } from 'vitest';
import type { CartEvent } from '#events/cart/registry.ts';
import { formatEventId } from '#events/log/event-id.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import { append, emptyLog as nothingKnown, type LogEntry } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { hasAllEvents, reach, type VersionVector } from '#events/log/version-vector.ts';
import { listRemovals, shouldRemove as removalRemoves } from '#projections/merge/removals.ts';
import { isLineEvent } from '#projections/merge/line-fold.ts';
import { findStablePrefix } from '#projections/merge/stable-prefix.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { hashView, convertViewToJson } from '#projections/merge/view-json.ts';
import { decide } from '#server/ordering/cart/rules/arbiter.ts';
import { createEmptyLog, type SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { appendAndStore, readForDecision, readLogOfVersion } from '#server/ordering/cart/log/log-store.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { createMenu } from '#testing/simulated-menu.ts';
import { createMemoryStore } from '#dev/simulation/servers/memory-store.ts';
import { longTable, type Table } from './served-tables.ts';
import { forAllAsync, runs } from './for-all.ts';

/** On a machine that may be busy. */
const patience = { timeout: 120_000 };

/** Every dish of the histories, without choices. */
const menu: MenuIndex = new Map(
  [...createMenu()].map(([id, product]) => [id, { ...product, categoryId: 'c', modifierGroups: [] }]),
);

/** Events come late, each after all that it has seen. The server restarts from its checkpoint now and then. */
const evening = fc.record({
  all: longTable,
  late: fc.array(fc.oneof(fc.constant(0), fc.nat(20)), { minLength: 40, maxLength: 40 }),
  every: fc.integer({ min: 1, max: 8 }),
  restarts: fc.array(fc.nat(40), { maxLength: 4 }),
  early: fc.nat(40),
});

/** The order in which a server can accept the events. */
function orderArrivals({ events }: Table, late: readonly number[]): CartEvent[] {
  const waiting = events
    .map((event, index) => ({ event, place: index + late[index % late.length]! }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event);
  const known: Record<string, number> = {};
  const taken: CartEvent[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ id, seen }) => {
      const [replica, seq] = id.split(':') as [string, string];
      return (known[replica] ?? 0) === Number(seq) - 1 && hasAllEvents(known, seen);
    });
    const [event] = waiting.splice(next, 1);
    known[event!.id.split(':')[0]!] = Number(event!.id.split(':')[1]);
    taken.push(event!);
  }
  return taken;
}

/** The server's logs after each event. */
async function serveEvents({
  all,
  late,
  every,
  restarts,
}: typeof evening extends fc.Arbitrary<infer T> ? T : never) {
  const store = createMemoryStore();
  const logs: SessionLog[] = [createEmptyLog('s1')];
  const events = orderArrivals(all, late);
  for (const [index, event] of events.entries()) {
    const base = restarts.includes(index) ? await store.checkpoint('s1') : logs.at(-1);
    const log = await readLogOfVersion(store, 's1', store.rowsOf('s1').length, base);
    const code = all.rejected.has(event.id) ? 2025 : null;
    logs.push(await appendAndStore(store, log, [{ event, userId: event.userId, code }], index, every));
  }
  return { store, logs };
}

test(
  'every answer and the view equal those of a server that reads everything, whatever the phone knows',
  patience,
  async () => {
    let compacted = 0;
    await forAllAsync(evening, async (given) => {
      const { store, logs } = await serveEvents(given);
      const phones = [{}, logs[given.early % logs.length]!.known];
      for (const log of [...logs.slice(1, 4), ...logs.slice(-3)]) {
        const whole = await readLogOfVersion(store, 's1', log.version, undefined);
        expect(log.view).toEqual(whole.view);
        expect(log.known).toEqual(whole.view.known);
        expect(log.clock).toEqual(whole.clock);
        expect(log.owners).toEqual(whole.owners);
        expect(log.open).toEqual(whole.open);
        for (const known of phones)
          expect(syncOf(log, { known, now: 0 })).toEqual(syncOf(whole, { known, now: 0 }));
        if (log.knowledge.entries.size < whole.knowledge.entries.size) compacted += 1;
      }
    });
    // Otherwise the test proves nothing.
    expect(compacted).toBeGreaterThan(runs.numRuns / 4);
  },
);

test('E6, O3: it makes the same decisions on new, late and repeated events', patience, async () => {
  const decided = { readAll: 0, confirmed: 0, idReused: 0, alreadyOrdered: 0 };
  await forAllAsync(evening, fc.nat(40), async (given, place) => {
    const { store, logs } = await serveEvents(given);
    const log = logs[Math.max(0, logs.length - 1 - (place % 8))]!;
    const taken = orderArrivals(given.all, given.late);
    const repeated = taken.slice(0, log.version).filter((_, index) => index % 3 === 0);
    const others = repeated.map((event) => ({ ...event, userName: 'somebody else' }));
    const late = Object.keys(log.known).flatMap((replica) => createLateChanges(replica, taken, log));
    const events = [...repeated, ...others, ...late, ...taken.slice(log.version)];
    const { knowledge: loaded } = await readForDecision(store, log, events);
    const whole = await readLogOfVersion(store, 's1', log.version, undefined);
    if (log.knowledge.snapshot && !loaded.snapshot) decided.readAll += 1;
    for (const userId of ['u1', 'u2']) {
      const request = { userId, events, now: 10_000, replicaOwners: log.owners, merged: log.merged };
      const decision = decide(loaded, menu, request);
      expect(decision).toEqual(decide(whole.knowledge, menu, { ...request, merged: whole.merged }));
      decided.confirmed += decision.confirmed.length;
      for (const { code } of [...decision.refused, ...decision.rejected])
        if (code === 'idReused' || code === 'alreadyOrdered') decided[code] += 1;
    }
  });
  // Otherwise the test proves nothing.
  for (const [what, times] of Object.entries(decided)) expect(times, what).toBeGreaterThan(20);
});

/** The author of the last dish removes it without having received any other event (O3). */
function createLateChanges(replica: string, taken: readonly CartEvent[], { known, version }: SessionLog) {
  const seq = reach(known, replica);
  const isOwn = ({ id, type }: CartEvent) => id.startsWith(`${replica}:`) && type === 'itemAdded';
  const last = taken.slice(0, version).findLast(isOwn);
  if (last?.type !== 'itemAdded') return [];
  const { userId, lineId, item } = last;
  const fields = {
    id: formatEventId(replica, seq + 1),
    at: [5_000, 0] as const,
    seen: { [replica]: seq },
    userId,
  };
  return [createItemDecreased(fields, { lineId, item, quantity: 1 })];
}

test('F1: the set of events answered as covered only grows, and they are stable', patience, async () => {
  await forAllAsync(evening, async (given) => {
    const { store, logs } = await serveEvents(given);
    let before = logs[0]!.stable;
    for (const log of logs) {
      const { covers } = syncOf(log, { known: {}, now: 0 }).snapshot!;
      expect(hasAllEvents(covers, before)).toBe(true);
      before = covers;
    }
    const { knowledge } = await readLogOfVersion(store, 's1', store.rowsOf('s1').length, undefined);
    expect(before).toEqual(findStablePrefix(knowledge));
    const entries = [...knowledge.entries.values()];
    const isCovered = ({ replicaId, seq }: LogEntry) => seq <= reach(before, replicaId);
    for (const entry of entries.filter(isCovered)) {
      const event = entry.upcast!;
      if (isLineEvent(event)) expect(entries.some((removal) => isRemovedBy(removal, entry))).toBe(true);
      else for (const other of entries) if (isRemovedBy(entry, other)) expect(isCovered(other)).toBe(true);
    }
  });
});

function isRemovedBy(removal: LogEntry, entry: LogEntry): boolean {
  const isOfLine = entry.upcast !== undefined && isLineEvent(entry.upcast);
  return isOfLine && listRemovals([removal]).some((each) => removalRemoves(each, entry));
}

test('F1: a phone that receives any of its versions, in any order, shows the newest', patience, async () => {
  await forAllAsync(evening, fc.array(fc.nat(40), { maxLength: 4 }), async (given, places) => {
    const { logs } = await serveEvents(given);
    let phone = nothingKnown;
    for (const place of [...places, logs.length - 1]) {
      const { snapshot, rejected = [] } = syncOf(logs[place % logs.length]!, { known: {}, now: 0 });
      const facts = rejected.map((each): LogRecord => ({ t: 0, from: 'server', rejected: each }));
      phone = append(phone, [{ t: 0, from: 'server', snapshot: snapshot! }, ...facts]).log;
    }
    expect(convertViewToJson(projectCartView(phone))).toEqual(convertViewToJson(logs.at(-1)!.view));
  });
});

test(
  'in pages of any size, while the server continues, a newcomer gets everything; no page is too long',
  patience,
  async () => {
    let longAnswers = 0;
    const sizes = fc.integer({ min: 50, max: 1_500 });
    await forAllAsync(evening, fc.nat(40), sizes, async (given, place, pageBytes) => {
      const { logs } = await serveEvents(given);
      let at = place % logs.length;
      let pages = 0;
      const ask = async (known: VersionVector): Promise<Sync> => {
        const page = syncOf(logs[at]!, { known, now: 0, pageBytes });
        at = Math.min(at + 1, logs.length - 1);
        pages += 1;
        const { events = [] } = page.snapshot!;
        if (events.length > 1)
          expect(events.reduce((sum, event) => sum + measureBytes(event), 0)).toBeLessThanOrEqual(pageBytes);
        return page;
      };
      const whole = await loadAllPages(await ask({}), ask);
      const { log } = append(nothingKnown, createSyncRecords(whole, nothingKnown, 0));
      expect(hashView(projectCartView(log))).toBe(whole.digest);
      expect(projectCartView(log).known).toEqual(whole.known);
      if (pages > 2) longAnswers += 1;
    });
    expect(longAnswers).toBeGreaterThan(runs.numRuns / 4);
  },
);
