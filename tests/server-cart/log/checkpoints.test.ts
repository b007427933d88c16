/** A server that keeps checkpoints in its database answers and decides like one that reads all events (F4). */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import { append, emptyLog, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { hashView } from '#projections/merge/view-json.ts';
import { decide } from '#server/ordering/cart/rules/arbiter.ts';
import { createDatabaseStore } from '#server/ordering/cart/log/database-store.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { checkpointEvery } from '#server/ordering/cart/log/compaction.ts';
import {
  appendDecisions,
  appendAndStore,
  readLogOfVersion,
  readForDecision,
  readForOrder,
  type LogStore,
} from '#server/ordering/cart/log/log-store.ts';
import { changeSession, readSession } from '#server/ordering/cart/log/session-log.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { table } from '#tests/properties/served-tables.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { accept, createOtherHandle, createPhone, menu, noon } from '../given.ts';

let sessions = 0;
const server = startSharedServer();

async function createSession(): Promise<string> {
  sessions += 1;
  const id = `many-${sessions}`;
  const fields = { merchant_id: '1001', table_id: id, owner_id: null, opened_at: 0, closed_at: null };
  const row = { ...fields, version: 0, server_seq: 0, last_operate_at: 0 };
  await server.db
    .insertInto('table_sessions')
    .values({ id, ...row })
    .execute();
  return id;
}

/** Stores an event as decided. Makes a checkpoint when the last one is `every` versions old. */
async function keep(
  sessionId: string,
  event: AnyEvent,
  { code = null, every }: { code?: number | null; every: number },
): Promise<SessionLog> {
  const { log } = await changeSession(server.db, sessionId, async (trx, state) => {
    const decided = [{ event, userId: event.userId, code }];
    return {
      log: await appendAndStore(createDatabaseStore(trx), state.log, decided, noon, every),
      value: undefined,
    };
  });
  return log;
}

const longer = table.filter(({ events }) => events.length >= 10);

/** The phone's log after it has received the server's answer. */
function applyAnswer(log: SessionLog, phoneLog: Log, known: VersionVector): Log {
  const { snapshot, rejected = [], digest } = syncOf(log, { known, now: noon });
  const facts = rejected.map((each): LogRecord => ({ t: 0, from: 'server', rejected: each }));
  const { log: next } = append(phoneLog, [...facts, { t: 0, from: 'server', snapshot: snapshot! }]);
  expect(hashView(projectCartView(next))).toBe(digest);
  return next;
}

test('F4: on random evenings with late events, clears, orders and rejections, a checkpoint changes no answer', async () => {
  let stood = 0;
  let confirmed = 0;
  await fc.assert(
    fc.asyncProperty(longer, fc.integer({ min: 2, max: 6 }), async (all, every) => {
      const sessionId = await createSession();
      const store = createDatabaseStore(server.db);
      let early = emptyLog;
      for (const [index, event] of all.events.entries()) {
        const { log } = await readSession(
          index % 5 === 4 ? createOtherHandle(server.db) : server.db,
          sessionId,
        );
        const earlier = all.events.slice(0, index).find(({ userId }) => userId === event.userId);
        const events = earlier ? [event, earlier, { ...earlier, userName: 'another' }] : [event];
        const { knowledge: loaded } = await readForDecision(store, log, events);
        const whole = await readLogOfVersion(store, sessionId, log.version, undefined);
        if (loaded.snapshot) stood += 1;
        const request = { userId: event.userId, events, now: noon, replicaOwners: new Map() };
        const decision = decide(loaded, menu, request);
        expect(decision).toEqual(decide(whole.knowledge, menu, request));
        confirmed += decision.confirmed.length;
        await keep(sessionId, event, { code: all.rejected.has(event.id) ? 2025 : null, every });
        if (index === 10) early = applyAnswer((await readSession(server.db, sessionId)).log, early, {});
      }
      const { log } = await readSession(createOtherHandle(server.db), sessionId);
      const whole = await readLogOfVersion(store, sessionId, log.version, undefined);
      expect(log.view).toEqual(whole.view);
      expect((await readSession(server.db, sessionId)).log.view).toEqual(whole.view);
      expect(log.owners).toEqual(whole.owners);
      expect(projectCartView(applyAnswer(log, emptyLog, {}))).toEqual(
        projectCartView(applyAnswer(whole, emptyLog, {})),
      );
      early = applyAnswer(log, early, projectCartView(early).known);
      expect(projectCartView(early)).toEqual(whole.view);
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60) },
  );
  // With fewer the test would prove nothing about checkpoints and repeated events.
  expect(stood).toBeGreaterThan(100);
  expect(confirmed).toBeGreaterThan(100);
}, 60_000);

test('O1: the state read from all events stays in memory over checkpoints, with decisions that are not stored yet', async () => {
  const sessionId = await createSession();
  const author = createPhone('ra', 'ann');
  for (const event of [author.add(), author.clear(), author.add()])
    await keep(sessionId, event, { every: 1 });
  const { log } = await readSession(createOtherHandle(server.db), sessionId);
  const ahead = appendDecisions(log, [accept(author.add())]).log;
  const { log: read, knowledge } = await readForOrder(createDatabaseStore(server.db), ahead, {});
  expect([...knowledge.entries.keys()].toSorted()).toEqual(['ra:1', 'ra:2', 'ra:3', 'ra:4']);
  const unread: LogStore = {
    ...createDatabaseStore(server.db),
    append: async () => await Promise.resolve(),
    storeCheckpoint: async () => await Promise.resolve(),
    decisions: async () => await Promise.reject(new Error('read again')),
  };
  const next = await appendAndStore(unread, read, [accept(author.clear())], noon, 1);
  expect([...next.knowledge.entries.keys()], 'the clears alone').toEqual(['ra:2', 'ra:5']);
  expect(next.bytes).toBeGreaterThan(read.whole!.bytes);
  const again = await readForOrder(unread, next, {});
  expect(again.knowledge.entries.size).toBe(5);
});

test('G1, F4: reading a long evening loads the checkpoint and the last few events', async () => {
  const sessionId = await createSession();
  const author = createPhone('ra', 'ann');
  const count = 3 * checkpointEvery + 5;
  for (let n = 1; n < count - 1; n += 1)
    await keep(sessionId, n % 50 === 0 ? author.clear() : author.add(), { every: checkpointEvery });
  await keep(sessionId, author.clear(), { every: checkpointEvery });
  await keep(sessionId, author.add(), { every: checkpointEvery });
  const { log } = await readSession(createOtherHandle(server.db), sessionId);
  expect(log.version).toBe(count);
  expect(log.view.carts[0]!.lines[0]!.quantity).toBe(1);
  const newcomer = syncOf(log, { known: {}, now: noon });
  const clears = Array.from({ length: 7 }, (_, n) => `ra:${(n + 1) * 50}`);
  const named = [...clears, `ra:${count - 1}`];
  expect(newcomer.snapshot!.events!.map(({ id }) => id)).toEqual([...named, `ra:${count}`]);
  // The next checkpoint keeps the open events and the clears.
  let next = log;
  while (next.knowledge.snapshot!.version === log.knowledge.snapshot!.version)
    next = await keep(sessionId, author.add(), { every: 4 });
  const open = next.view.carts[0]!.lines[0]!.quantity;
  expect(open).toBeLessThan(checkpointEvery);
  expect(next.knowledge.entries.size).toBe(open + named.length);
  const { log: readAgain } = await readSession(createOtherHandle(server.db), sessionId);
  expect(readAgain.knowledge.entries.size).toBe(open + named.length);
});

test('a checkpoint of another program version is ignored', async () => {
  const sessionId = await createSession();
  const author = createPhone('ra', 'ann');
  for (let n = 0; n < 3; n += 1) await keep(sessionId, author.add(), { every: 2 });
  const older = { format: 1, body: JSON.stringify({ covers: { ra: 3 }, userCarts: [] }) };
  await server.db.updateTable('session_checkpoints').set(older).where('session_id', '=', sessionId).execute();
  const { log } = await readSession(createOtherHandle(server.db), sessionId);
  expect(log.view.carts[0]!.lines[0]!.quantity).toBe(3);
});
