import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { decideTogether, type Decide } from '#server/ordering/cart/log/decide-together.ts';
import { changeSession, storeDecisions, readSession } from '#server/ordering/cart/log/session-log.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { observeTransactions, type Db } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { accept, createOtherHandle, createPhone, noon } from '../given.ts';
import { readDecisions, createFreeTables } from '#testing/phones/table-phone.ts';

const server = startSharedServer();
const freeTable = createFreeTables(server);

const createSession = async () => (await server.seat(await server.guest(), await freeTable())).sessionId;

const createDecide =
  (event: AnyEvent): Decide<string> =>
  async (_db, log) => ({
    log,
    decided: [accept(event)],
    now: noon,
    value: `at ${log.version}`,
  });
const refuseAll: Decide<string> = async () => await Promise.reject(new Refusal(codes.soldOut, 'Sold out'));

async function countTransactions(db: Db, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  observeTransactions(db, () => (count += 1));
  await work();
  return count;
}

async function readStored(sessionId: string): Promise<{ ids: string[]; version: number }> {
  const { log, row } = await readSession(createOtherHandle(server.db), sessionId);
  expect(log.version).toBe(row.version);
  const rows = await readDecisions(server, sessionId);
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, n) => n + 1));
  return { ids: rows.map(({ id }) => id), version: row.version };
}

test('simultaneous changes of a table are one transaction, each with its own answer', async () => {
  const sessionId = await createSession();
  const [a, b] = [createPhone('ra', 'ann'), createPhone('rb', 'ann')];
  const outcomes: PromiseSettledResult<unknown>[] = [];
  const count = await countTransactions(server.db, async () => {
    const changes = [createDecide(a.add()), createDecide(a.add()), refuseAll, createDecide(b.add())];
    const all = changes.map((change) => decideTogether(server.db, sessionId, 0, change));
    outcomes.push(...(await Promise.allSettled(all)));
  });
  expect(count).toBe(1);
  expect(outcomes).toMatchObject([
    { value: { value: 'at 0', log: { version: 3 } } },
    { value: { value: 'at 1', log: { version: 3 } } },
    { reason: { code: codes.soldOut } },
    { value: { value: 'at 2', log: { version: 3, known: { ra: 2, rb: 1 } } } },
  ]);
  expect(await readStored(sessionId)).toEqual({ ids: ['ra:1', 'ra:2', 'rb:1'], version: 3 });
});

test('simultaneous changes of many tables are one transaction; one that the database refuses does not fail the others', async () => {
  const sessions = [await createSession(), await createSession(), await createSession()];
  const change = async (sessionId: string, n: number) =>
    await decideTogether(server.db, sessionId, n, createDecide(createPhone('ra', 'ann').add()));
  const wrong = { session_id: sessions[1]!, id: 'ra:1', replica_id: 'ra', seq: 1, user_id: 'ann' };
  await server.db
    .insertInto('events')
    .values({ ...wrong, version: 1, rejected: null, body: '{}' })
    .execute();
  const outcomes = await Promise.allSettled(sessions.map(async (id) => await change(id, 0)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await server.db.deleteFrom('events').where('session_id', '=', sessions[1]!).execute();

  const authors = sessions.map(() => createPhone('rb', 'ann'));
  const count = await countTransactions(server.db, async () => {
    await Promise.all(
      sessions.map(async (id, n) => await decideTogether(server.db, id, 0, createDecide(authors[n]!.add()))),
    );
  });
  expect(count).toBe(1);
  expect(await readStored(sessions[0]!)).toEqual({ ids: ['ra:1', 'rb:1'], version: 2 });
  expect(await readStored(sessions[1]!)).toEqual({ ids: ['rb:1'], version: 1 });
});

test('if another process was faster, each change is decided again on the present log', async () => {
  const sessionId = await createSession();
  const [a, b] = [createPhone('ra', 'ann'), createPhone('rb', 'ann')];
  await decideTogether(server.db, sessionId, 0, createDecide(a.add()));
  const { value } = await changeSession(createOtherHandle(server.db), sessionId, async (trx, { log }) => ({
    log: await storeDecisions(trx, log, [accept(b.add())], noon),
    value: log.version,
  }));
  expect(value).toBe(1);
  // These changes still name version 1, which was the newest when their requests arrived.
  const outcomes = await Promise.all(
    [a.add(), a.add()].map(
      async (event) => await decideTogether(server.db, sessionId, 1, createDecide(event)),
    ),
  );
  expect(outcomes.map((each) => each.value)).toEqual(['at 2', 'at 3']);
  expect(await readStored(sessionId)).toEqual({ ids: ['ra:1', 'rb:1', 'ra:2', 'ra:3'], version: 4 });
});

test('several processes at one table at once lose nothing and double nothing, and versions have no gap', async () => {
  const sessionId = await createSession();
  const processes = [server.db, createOtherHandle(server.db), createOtherHandle(server.db)];
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const author = createPhone(`r${n}`, 'ann');
      for (let round = 0; round < 3; round += 1)
        await decideTogether(processes[n % 3]!, sessionId, 0, createDecide(author.add()));
    }),
  );
  const { ids, version } = await readStored(sessionId);
  expect(version).toBe(90);
  expect(new Set(ids).size).toBe(90);
});

test('a closed session accepts no change', async () => {
  const sessionId = await createSession();
  await server.db
    .transaction()
    .execute(async (trx) => await closeSession(trx, sessionId, { now: noon, reason: '' }));
  const change = decideTogether(server.db, sessionId, 0, createDecide(createPhone('ra', 'ann').add()));
  await expect(change).rejects.toMatchObject({ code: codes.tableUnavailable });
  expect(await readStored(sessionId)).toEqual({ ids: [], version: 0 });
});

test('a failed transaction fails all of its changes completely; sent again they are accepted', async () => {
  const failing = { isOn: true };
  const fullDisk: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (failing.isOn && JSON.stringify(node).includes('insert into events')) throw new Error('disk full');
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  };
  const db = server.db.withPlugin(fullDisk);
  const sessions = [await createSession(), await createSession()];
  const authors = [createPhone('ra', 'ann'), createPhone('rb', 'ann'), createPhone('rc', 'ann')];
  const events = authors.map((author) => author.add());
  const send = async () =>
    await Promise.allSettled(
      events.map(async (event, n) => await decideTogether(db, sessions[n % 2]!, 0, createDecide(event))),
    );
  for (const outcome of await send()) expect(outcome).toMatchObject({ reason: { message: 'disk full' } });
  for (const id of sessions) expect(await readStored(id)).toEqual({ ids: [], version: 0 });
  failing.isOn = false;
  for (const outcome of await send()) expect(outcome.status).toBe('fulfilled');
  expect(await readStored(sessions[0]!)).toEqual({ ids: ['ra:1', 'rc:1'], version: 2 });
  expect(await readStored(sessions[1]!)).toEqual({ ids: ['rb:1'], version: 1 });
});
