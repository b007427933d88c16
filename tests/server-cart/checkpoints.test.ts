/** F4 in the database: a server that keeps checkpoints answers and decides like one that folds everything. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyEvent } from '#events/catalogue.ts';
import { append, emptyLog, type Log } from '#events/log.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { cartView } from '#projections/cart-view.ts';
import { checkpointIn } from '#projections/checkpoint.ts';
import { viewDigest } from '#projections/view-json.ts';
import { decide } from '#server/cart/arbiter.ts';
import { syncFor } from '#server/cart/cart-answers.ts';
import { advanceCheckpoint, checkpointEvery } from '#server/cart/checkpoints.ts';
import type { SessionLog } from '#server/cart/log-state.ts';
import { changeSession, keepDecided, readSession } from '#server/cart/session-log.ts';
import { logToJudge, wholeLog } from '#server/cart/stored-events.ts';
import { table } from '#tests/properties/served-tables.ts';
import { startServer, type ServerUnderTest } from '#tests/server/server-under-test.ts';
import { menu, noon, phone } from './given.ts';

let server: ServerUnderTest;
let sessions = 0;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.dispose();
});

async function newSession(): Promise<string> {
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

/** Another handle on the same database has a memory of its own, like a server that has just started. */
const justStarted = () => server.db.withoutPlugins();

/** Takes an event in as decided, and makes a checkpoint when `every` versions are beyond the last one. */
async function keep(
  sessionId: string,
  event: AnyEvent,
  { code = null, every }: { code?: number | null; every: number },
): Promise<SessionLog> {
  const { log } = await changeSession(server.db, sessionId, async (trx, state) => {
    const decided = [{ event, userId: event.userId, code }];
    const next = await keepDecided(trx, state.log, decided, noon);
    return { log: await advanceCheckpoint(trx, next, every), value: undefined };
  });
  return log;
}

/** Long enough for a checkpoint or two. */
const longer = table.filter(({ events }) => events.length >= 10);

const owners = new Map<string, string>();

/** What a phone knows, and shows, once it has the answer. */
async function afterAnswer(log: SessionLog, before: Log, known: VersionVector): Promise<Log> {
  const { snapshot, rejected = [], digest } = await syncFor(server.db, log, { known, now: noon });
  const facts = rejected.map((each) => ({ t: 0, from: 'server' as const, rejected: each }));
  const after = append(before, [...facts, { t: 0, from: 'server', snapshot: snapshot! }]).log;
  expect(viewDigest(cartView(after))).toBe(digest);
  return after;
}

test('F4: on random evenings, late events, clears, orders and rejections included, nobody can tell', async () => {
  let stood = 0;
  let fellBack = 0;
  await fc.assert(
    fc.asyncProperty(longer, fc.integer({ min: 2, max: 6 }), async (all, every) => {
      const sessionId = await newSession();
      let early = emptyLog;
      for (const [index, event] of all.events.entries()) {
        const { log } = await readSession(server.db, sessionId);
        const judged = await logToJudge(server.db, log, [event]);
        const whole = await wholeLog(server.db, sessionId, log.version);
        if (checkpointIn(log.knowledge)) {
          if (checkpointIn(judged.knowledge)) stood += 1;
          else fellBack += 1;
        }
        const request = { userId: event.userId, events: [event], now: noon, replicaOwners: owners };
        expect(decide(judged.knowledge, menu, request)).toEqual(decide(whole.knowledge, menu, request));
        await keep(sessionId, event, { code: all.rejected.has(event.id) ? 2025 : null, every });
        if (index === 10) early = await afterAnswer((await readSession(server.db, sessionId)).log, early, {});
      }
      const { log } = await readSession(justStarted(), sessionId);
      const whole = await wholeLog(server.db, sessionId, log.version);
      expect(log.view).toEqual(whole.view);
      expect((await readSession(server.db, sessionId)).log.view).toEqual(whole.view);
      expect(log.owners).toEqual(whole.owners);
      const [ofLog, ofWhole] = [await afterAnswer(log, emptyLog, {}), await afterAnswer(whole, emptyLog, {})];
      expect(cartView(ofLog)).toEqual(cartView(ofWhole));
      early = await afterAnswer(log, early, cartView(early).known);
      expect(cartView(early)).toEqual(whole.view);
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60) },
  );
  // Otherwise nothing was shown.
  expect(stood).toBeGreaterThan(100);
  expect(fellBack).toBeGreaterThan(20);
}, 60_000);

test('E6, F4: an event under the checkpoint comes again, or another under its id', async () => {
  const sessionId = await newSession();
  const author = phone('ra', 'ann');
  const first = author.add();
  await keep(sessionId, first, { every: 1 });
  const { log } = await readSession(justStarted(), sessionId);
  expect(log.knowledge.entries.size).toBe(0);
  const other = { ...first, quantity: 9 };
  const judged = await logToJudge(server.db, log, [first]);
  const request = { userId: 'ann', now: noon, replicaOwners: judged.owners };
  expect(decide(judged.knowledge, menu, { ...request, events: [first] }).confirmed).toEqual(['ra:1']);
  const refused = decide(judged.knowledge, menu, { ...request, events: [other] }).refused;
  expect(refused.map(({ code }) => code)).toEqual(['idReused']);
});

test('G1, F4: what is read of a long evening is the checkpoint and the last few events', async () => {
  const sessionId = await newSession();
  const author = phone('ra', 'ann');
  const count = 3 * checkpointEvery + 5;
  for (let n = 0; n < count; n += 1) await keep(sessionId, author.add(), { every: checkpointEvery });
  const { log } = await readSession(justStarted(), sessionId);
  expect(log.version).toBe(count);
  expect(log.knowledge.entries.size).toBeLessThan(checkpointEvery);
  expect(log.view.carts[0]!.lines[0]!.quantity).toBe(count);
  const upToDate = await syncFor(server.db, log, { known: { ra: count - 1 }, now: noon });
  expect(upToDate.snapshot!.events!.map(({ id }) => id)).toEqual([`ra:${count}`]);
  const newcomer = await syncFor(server.db, log, { known: {}, now: noon });
  expect(newcomer.snapshot!.events).toHaveLength(count);
});
