import { expect, test } from 'vitest';
import { changeSession, keepDecided, readSession } from '#server/ordering/cart/log/session-log.ts';
import { sharedServer, type DinerAtTable } from '#tests/server/server-under-test.ts';
import { noon, phone } from '../given.ts';

let diner: DinerAtTable;
const server = sharedServer();

/** Another handle on the same database has a memory of its own, like another process. */
function otherProcess() {
  return server.db.withoutPlugins();
}

const ann = () => phone('ra', 'ann');

test('any number of processes serve one table: each loads what the others decided', async () => {
  diner = await server.seat(await server.guest(), '1');
  const { sessionId } = diner;
  const processes = [server.db, otherProcess(), otherProcess()];
  const author = ann();
  for (let n = 0; n < 9; n += 1) {
    const { log } = await changeSession(processes[n % 3]!, sessionId, async (trx, state) => {
      expect(state.log.version).toBe(n);
      expect(state.log.view.known).toEqual(n > 0 ? { ra: n } : {});
      const decided = [{ event: author.add(), userId: 'ann', code: null }];
      return { log: await keepDecided(trx, state.log, decided, noon), value: undefined };
    });
    expect(log.version).toBe(n + 1);
  }
  for (const db of processes) {
    const { log } = await readSession(db, sessionId);
    expect(log.view.known).toEqual({ ra: 9 });
    expect(log.owners).toEqual(new Map([['ra', 'ann']]));
    expect((await readSession(db, sessionId)).log).toBe(log);
  }
  expect((await readSession(otherProcess(), sessionId)).log.version).toBe(9);
});

test('F2: rejections are loaded with their codes, numbers as numbers', async () => {
  const { sessionId } = await server.seat(await server.guest(), '2');
  const author = ann();
  await changeSession(server.db, sessionId, async (trx, { log }) => {
    const decided = [
      { event: author.add(), userId: 'ann', code: 2025 },
      { event: author.add(), userId: 'ann', code: 'clockAhead' },
    ];
    return { log: await keepDecided(trx, log, decided, noon), value: undefined };
  });
  const { log, row } = await readSession(otherProcess(), sessionId);
  expect([...log.knowledge.rejected]).toEqual([
    ['ra:1', 2025],
    ['ra:2', 'clockAhead'],
  ]);
  expect(row).toMatchObject({ version: 2, last_operate_at: 0 });
});

test('a transaction that fails leaves database and memory as they were', async () => {
  const { sessionId } = await server.seat(await server.guest(), '3');
  const author = ann();
  const failing = changeSession(server.db, sessionId, async (trx, { log }) => {
    await keepDecided(trx, log, [{ event: author.add(), userId: 'ann', code: null }], noon);
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  const { log, row } = await readSession(server.db, sessionId);
  expect(row.version).toBe(0);
  expect(log.view.known).toEqual({});
});
