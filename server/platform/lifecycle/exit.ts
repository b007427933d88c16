import type { Read } from '../config/config-values.ts';
import { StartError } from './start-error.ts';

interface Started {
  readonly server: { close(): Promise<void> };
  readonly says: string;
}

/** Starts, says where, and stops on signals. A start that cannot be: one line for each reason, and exit status 1. */
export async function runProcess<Config extends { readonly stopMs: number }>(
  read: Read<Config>,
  start: (config: Config) => Promise<Started>,
): Promise<void> {
  if (!read.ok) return fail(read.errors);
  try {
    const { server, says } = await start(read.config);
    stopOnSignals(server, read.config.stopMs);
    process.stdout.write(says);
  } catch (error) {
    // Anything else is a bug, and its stack is wanted.
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}

function fail(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

/** A second signal this much later means it: sooner it is the same Ctrl-C on another way. */
const impatientMs = 1_000;

/** A second signal, or more than `graceMs`, stops the process at once with status 1. */
export function stopOnSignals(server: { close(): Promise<void> }, graceMs: number): void {
  let stoppingSince: number | undefined;
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > impatientMs) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), graceMs).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // Started by another process: without it there is nobody left to stop this one.
  if (process.connected) process.on('disconnect', stop);
}
