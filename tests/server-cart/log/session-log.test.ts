import { expect, test } from 'vitest';
import { changeSession, storeDecisions, readSession } from '#server/ordering/cart/log/session-log.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { accept, createOtherHandle, createPhone, noon } from '../given.ts';

const server = startSharedServer();

test('F2: rejections are loaded with their codes, numbers as numbers', async () => {
  const { sessionId } = await server.seat(await server.guest(), '2');
  const author = createPhone('ra', 'ann');
  await changeSession(server.db, sessionId, async (trx, { log }) => {
    const decided = [
      { event: author.add(), userId: 'ann', code: 2025 },
      { event: author.add(), userId: 'ann', code: 'clockAhead' },
    ];
    return { log: await storeDecisions(trx, log, decided, noon), value: undefined };
  });
  const { log, row } = await readSession(createOtherHandle(server.db), sessionId);
  expect([...log.knowledge.rejected]).toEqual([
    ['ra:1', 2025],
    ['ra:2', 'clockAhead'],
  ]);
  expect(row).toMatchObject({ version: 2, last_operate_at: 0 });
});

test('a failed transaction leaves database and memory unchanged', async () => {
  const { sessionId } = await server.seat(await server.guest(), '3');
  const author = createPhone('ra', 'ann');
  const failing = changeSession(server.db, sessionId, async (trx, { log }) => {
    await storeDecisions(trx, log, [accept(author.add())], noon);
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  const { log, row } = await readSession(server.db, sessionId);
  expect(row.version).toBe(0);
  expect(log.view.known).toEqual({});
});
