/** `npm run hub` as a child of the test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { programArgs } from '#tests/programs.ts';

export const hubKey = 'a-test-key-of-more-than-thirty-two-bytes';

export interface HubProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly endpoint: string;
  readonly connectionString: string;
  /** Everything that it wrote so far. */
  readonly output: () => string;
  /** Ends it with SIGTERM, and answers its exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Resolves once it listens. @param environment in place of, or beside, the usual one. */
export async function startHubProcess(environment: Record<string, string> = {}): Promise<HubProcess> {
  const port = Number(environment['HUB_PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, programArgs('server/hub-main.ts'), {
    env: { PATH: process.env['PATH'], HUB_ACCESS_KEY: hubKey, ...environment, HUB_PORT: String(port) },
    // Without the one who started it, it stops.
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
  const endpoint = environment['HUB_ENDPOINT'] ?? `http://localhost:${port}`;
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

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
