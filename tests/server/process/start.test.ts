// @module-tag sqlite
/** The server as a process: how it refuses to start, and what it keeps when it ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { describe, expect, test } from 'vitest';
import { getGuests } from '#contract/calls/cart.ts';
import { getMember, updateMember } from '#contract/calls/member.ts';
import { programArgs } from '#tests/programs.ts';
import { dataOf, startServer, tableOf } from '../server-under-test.ts';
import { folderForTests } from '#tests/for-tests.ts';

const folder = folderForTests();

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Running {
  readonly child: ChildProcess;
  /** What it prints once it listens. */
  readonly banner: string;
  readonly address: string;
  readonly ended: Promise<Ended>;
}

function run(
  environment: Record<string, string>,
  args = programArgs('server/main.ts'),
): {
  child: ChildProcess;
  ended: Promise<Ended>;
  stdout(): string;
} {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    stdout,
    stderr,
  }));
  return { child, ended, stdout: () => stdout };
}

async function started(environment: Record<string, string>, args?: string[]): Promise<Running> {
  const { child, ended, stdout } = run(environment, args);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!stdout().includes('/demo/inbox')) {
    if (hasEnded) throw new Error((await ended).stderr);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const address = /http:\/\/localhost:\d+/.exec(stdout())![0];
  return { child, ended, banner: stdout(), address };
}

async function refused(environment: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await run(environment).ended;
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
}

async function portOf(listener: ReturnType<typeof createServer>): Promise<number> {
  listener.listen(0, '0.0.0.0');
  await once(listener, 'listening');
  return (listener.address() as AddressInfo).port;
}

describe('it ends with one line and status 1', () => {
  test('on a wrong value', async () => {
    expect(await refused({ PORT: 'abc' })).toMatch(/^PORT: must be a port number/);
  });

  test('on a busy port', async () => {
    const listener = createServer();
    const port = await portOf(listener);
    expect(await refused({ PORT: String(port) })).toBe(`PORT: ${port} is in use by another program`);
    listener.close();
  });

  test('on a database that does not answer', async () => {
    const listener = createServer();
    const port = await portOf(listener);
    listener.close();
    expect(await refused({ DATABASE_URL: `postgres://app:secret@127.0.0.1:${port}/x` })).toMatch(
      /^DATABASE_URL: 127\.0\.0\.1:\d+ cannot be used \((?!.*secret).*ECONNREFUSED.*\)$/,
    );
  });

  test('when another server has the data folder, until that one is gone, however it went', async () => {
    const first = await started({});
    expect(await refused({})).toMatch(/^DATA_DIR: another server is running on .*\.db$/);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await started({});
    second.child.kill('SIGTERM');
    expect((await second.ended).status).toBe(0);
    // Three processes one after the other.
  }, 60_000);
});

test('a signal ends it with status 0, an open connection to the table group notwithstanding', async () => {
  // As `npm start` runs it.
  const server = await started({}, ['--import', 'tsx', 'server/main.ts']);
  const table = await tableOf(server.address);
  const socket = new WebSocket(table.accessUrl, 'json.webpubsub.azure.v1');
  await once(socket, 'open');
  const closed = once(socket, 'close');
  server.child.kill('SIGINT');
  expect(await server.ended).toMatchObject({ status: 0, stderr: '' });
  await closed;
  // It compiles its sources first.
}, 60_000);

test('a restart keeps data and tokens', async () => {
  const first = await startServer();
  const diner = await first.seat(await first.guest());
  const body = {
    id: diner.userId, name: 'Ann', firstName: 'Ann', lastName: '', mail: '', birthday: null, languagePreference: 'en-US',
  }; // prettier-ignore
  dataOf(await first.call(updateMember, { ...diner, body }));
  await first.close();
  const second = await startServer({ dataDir: first.dataDir });
  try {
    expect(dataOf(await second.call(getMember, diner)).firstName).toBe('Ann');
    expect(await second.call(getGuests, diner)).toMatchObject({ success: true });
    expect((await second.seat(diner)).sessionId).toBe(diner.sessionId);
  } finally {
    await second.dispose();
  }
});
