/** `server/main.ts` as a child of the test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programArgs } from '#tests/programs.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  /** With 127.0.0.1. */
  readonly address: string;
  /** Everything that it wrote so far, on both streams. */
  readonly output: () => string;
  /** Its exit status, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it with SIGTERM. */
  readonly stop: () => Promise<number | null>;
}

/**
 * Resolves once it listens, on any free port.
 * @param nodeOptions come before the program
 */
export async function startServerProcess(
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, ...programArgs('server/main.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'close').then(([status]) => status as number | null);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const address = (): string | undefined => /http:\/\/localhost:\d+/.exec(output)?.[0];
  while (!address()) {
    if (hasEnded) throw new Error(`the server ended: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    child,
    address: address()!.replace('localhost', '127.0.0.1'),
    output: () => output,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}
