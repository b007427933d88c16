/** Starts table servers as processes, as a restaurant runs them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getProgramArgs } from '#tests/programs.ts';
import type { StoreOptions } from '#server/platform/store/open-store.ts';

const metricsToken = 'a-token-of-more-than-24-characters';

interface Usage {
  readonly cpuSeconds: number;
  /** The longest delay of the event loop since the last call. */
  readonly loopDelaySeconds: number;
}

export interface Process {
  readonly child: ChildProcess;
  /** The URL, with 127.0.0.1 instead of localhost. */
  readonly address: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly store: StoreOptions;
  /** A program other than `server/main.ts` that prints its address as well. */
  readonly script?: string | undefined;
  /** Folder for its CPU profile. */
  readonly profileDir?: string | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** @param port by default a free one */
export async function startTableServer(
  { store: { databaseUrl, dataDir }, script = 'server/main.ts', profileDir, environment }: ServerOptions,
  port = 0,
): Promise<Process> {
  const profile = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const child = spawn(process.execPath, [...profile, ...getProgramArgs(script)], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      WEB_PUBSUB_CONNECTION_STRING: '',
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'silent',
      ...environment,
    },
    // With `ipc` the server stops when this process ends.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said)?.[0];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', () => reject(new Error('the server ended before it listened')));
  });
  return processOf(child, address);
}

function processOf(child: ChildProcess, address: string): Process {
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    child,
    address,
    usage: async () => {
      const answer = await fetch(`${address}/metrics`, {
        headers: { Authorization: `Bearer ${metricsToken}` },
      });
      const text = await answer.text();
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
      return {
        cpuSeconds: read('process_cpu_seconds_total'),
        loopDelaySeconds: read('nodejs_eventloop_lag_max_seconds'),
      };
    },
    stop: async () => await end('SIGTERM'),
    kill: async () => await end('SIGKILL'),
  };
}
