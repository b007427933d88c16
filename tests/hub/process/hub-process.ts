/** A hub as a child process of the test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { getProgramArgs } from '#tests/programs.ts';

export const hubKey = 'a-test-key-of-more-than-thirty-two-bytes';

export interface HubProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly endpoint: string;
  readonly connectionString: string;
  /** Its output so far, of both streams. */
  readonly output: () => string;
  /** Ends it with SIGTERM and returns its exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Resolves once the hub listens. @param environment extends or replaces the usual variables */
export async function startHubProcess(environment: Record<string, string> = {}): Promise<HubProcess> {
  const port = Number(environment['HUB_PORT'] ?? (await findFreePort()));
  const child = spawn(process.execPath, getProgramArgs('tests/hub/process/hub-program.ts'), {
    env: { PATH: process.env['PATH'], HUB_ACCESS_KEY: hubKey, ...environment, HUB_PORT: String(port) },
    // With this channel the hub stops when its parent ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'close').then(([status]) => status as number | null);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!output.includes('The hub is running')) {
    if (hasEnded) throw new Error(`the hub ended: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const endpoint = `http://localhost:${port}`;
  return {
    child,
    port,
    endpoint,
    connectionString: `Endpoint=${endpoint};AccessKey=${environment['HUB_ACCESS_KEY'] ?? hubKey};Version=1.0;`,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

/** A port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
