import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServerProcess } from '#tests/server/server-process.ts';
import { createCaller, startTestServer, startServer } from '#tests/server/server-under-test.ts';
import { readDecisions, listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

test.each([
  { moment: 'before', isStored: false },
  { moment: 'after', isStored: true },
])(
  'G3, F3: killed just $moment a commit, the server does not answer, and the resent event is in the log once',
  async ({ moment, isStored }) => {
    const before = await startServer();
    const { dataDir, databaseUrl } = before.config;
    const diner = await before.seat(await before.guest());
    const dish = createItem((await listDishes(before)).simple[0]!);
    await before.close();

    const killer = join(import.meta.dirname, 'kill-at-commit.mjs');
    const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await startServerProcess({ ...environment, KILL_AT: moment }, ['--import', killer]);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const call = createCaller(server.address);
    const phone = createTablePhone({ call, deps: { clock: Date } }, diner, 'ra');
    await phone.send(phone.add(dish));
    const event = phone.add(dish);
    server.child.kill('SIGUSR2');
    await expect.poll(server.output).toContain('armed');
    await expect(phone.send(event)).rejects.toThrow('fetch failed');
    await server.ended;
    expect(server.child.signalCode).toBe('SIGKILL');

    const after = await startTestServer({ dataDir });
    const readStoredIds = async () => (await readDecisions(after, diner.sessionId)).map(({ id }) => id);
    expect(await readStoredIds()).toEqual(isStored ? ['ra:1', 'ra:2'] : ['ra:1']);
    const again = await createTablePhone(after, diner, 'rb').send(event);
    expect(again.accepted?.ids).toEqual(['ra:2']);
    expect(await readStoredIds()).toEqual(['ra:1', 'ra:2']);
  },
);
