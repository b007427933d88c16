// @module-tag sqlite
/** The server process: refused starts, and the end by a signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { getProgramArgs } from '#tests/programs.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { startServerProcess } from '../server-process.ts';

const dataDir = join(createFolderForTests(), 'data');

async function readStartError(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, getProgramArgs('server/main.ts'), {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...environment },
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
}

async function occupyPort() {
  const listener = createServer().listen(0, '0.0.0.0');
  await once(listener, 'listening');
  return { listener, port: (listener.address() as AddressInfo).port };
}

describe('a failed start prints one line and exits with status 1', () => {
  test('for a wrong value', async () => {
    expect(await readStartError({ PORT: 'abc' })).toMatch(/^PORT: must be a port number/);
  });

  test('for a busy port', async () => {
    const { listener, port } = await occupyPort();
    expect(await readStartError({ PORT: String(port) })).toBe(
      `PORT: ${port} is in use by another program; stop it or choose another port`,
    );
    listener.close();
  });

  test('for a database that does not answer', async () => {
    const { listener, port } = await occupyPort();
    listener.close();
    expect(await readStartError({ DATABASE_URL: `postgres://app:secret@127.0.0.1:${port}/x` })).toMatch(
      /^DATABASE_URL: 127\.0\.0\.1:\d+ cannot be used \((?!.*secret).*ECONNREFUSED.*\); check that PostgreSQL runs there$/,
    );
  });

  test('while another server uses the data folder, until that server has ended in any way', async () => {
    const first = await startServerProcess({ DATA_DIR: dataDir });
    expect(await readStartError({})).toMatch(
      /^DATA_DIR: another server is running on .*\.db; stop it or choose another folder$/,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startServerProcess({ DATA_DIR: dataDir });
    expect(await second.stop()).toBe(0);
    // Starts three processes.
  }, 60_000);
});

test('started from the sources like npm start, the server ends on SIGINT with status 0 and prints nothing more', async () => {
  vi.stubEnv('PROGRAM_BUNDLES', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startServerProcess({ DATA_DIR: dataDir });
  await expect.poll(server.output).toContain('/demo/inbox');
  const banner = server.output();
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(server.output()).toBe(banner);
  // Node compiles the sources first.
}, 60_000);
