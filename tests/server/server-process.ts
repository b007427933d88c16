/** Runs `server/main.ts` as a child process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getProgramArgs } from '#tests/programs.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
  /** Its output so far, of both streams. */
  readonly output: () => string;
  /** The exit status. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<number | null>;
}

/**
 * Resolves when the server listens on a free port.
 * @param nodeOptions options of Node, before the program
 */
export async function startServerProcess(
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, ...getProgramArgs('server/main.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'close').then(([status]) => status as number | null);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const findAddress = (): string | undefined => /http:\/\/localhost:\d+/.exec(output)?.[0];
  while (!findAddress()) {
    if (hasEnded) throw new Error(`the server ended: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    child,
    address: findAddress()!.replace('localhost', '127.0.0.1'),
    output: () => output,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}
