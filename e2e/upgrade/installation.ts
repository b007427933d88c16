/** Two table servers on one PostgreSQL and one broker, and a round-robin proxy in front. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { findPostgres, startPostgres } from '#testing/services/postgres.mjs';
import { findRedis, startRedis } from '#testing/services/redis.mjs';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { findFreePort } from '../support/table-server.ts';

interface Running {
  readonly port: number;
  readonly child: ChildProcess;
  readonly stopped: Promise<void>;
}

export interface Installation {
  readonly url: string;
  readonly databaseUrl: string;
  /** Replaces a server as docs/operating.md says: SIGTERM, wait for its exit, start the new one, wait until it is ready. */
  replace(slot: 0 | 1, build: string): Promise<void>;
  /** The servers' log at level `warn` and above. */
  said(): string;
  close(): Promise<void>;
}

/** @param build the folder with the app of both servers at first */
export async function startInstallation(build: string, dataDir: string): Promise<Installation> {
  const programs = findPostgres();
  const brokerProgram = findRedis();
  if (programs === undefined || brokerProgram === undefined)
    throw new Error('PostgreSQL or Redis was not found: node dev/test/set-up.mjs --postgres --redis');
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  let said = '';
  const startServerWith = async (phone: string, environment: Record<string, string>): Promise<Running> => {
    const port = await findFreePort();
    const args = ['--import', import.meta.resolve('tsx'), resolve('e2e/upgrade/server.ts')];
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        APP_DIR: resolve(phone),
        DATA_DIR: dataDir,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const stopped = once(child, 'exit').then(() => undefined);
    for (let tries = 0; !(await isReady(port)); tries += 1) {
      if (child.exitCode !== null || tries === 600) throw new Error(`a server did not start: ${said}`);
      await new Promise((wait) => setTimeout(wait, 100));
    }
    return { port, child, stopped };
  };
  const stop = async ({ child, stopped }: Running) => {
    child.kill('SIGTERM');
    await stopped;
  };

  try {
    const database = await startPostgres(programs);
    closers.push(database.stop);
    const broker = await startRedis(brokerProgram);
    closers.push(broker.kill);
    const environment = { DATABASE_URL: database.url, BROKER_URL: broker.url };
    const slots: [Running?, Running?] = [];
    closers.push(async () => void (await Promise.all(slots.map(async (each) => each && stop(each)))));
    for (const slot of [0, 1] as const) slots[slot] = await startServerWith(build, environment);
    const proxy: Proxy = await startProxy({ ports: () => slots.flatMap((each) => each?.port ?? []) });
    closers.push(proxy.close);
    return {
      url: proxy.url,
      databaseUrl: database.url,
      async replace(slot, phone) {
        const before = slots[slot]!;
        await stop(before);
        slots[slot] = await startServerWith(phone, environment);
      },
      said: () => said,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/ready`)).ok;
  } catch {
    return false;
  }
}
