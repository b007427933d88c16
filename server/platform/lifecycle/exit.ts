import type { Read } from '../config/config-values.ts';
import { StartError } from './start-error.ts';

interface Started {
  readonly server: { close(): Promise<void> };
  /** The text for stdout after the start. */
  readonly banner: string;
}

/**
 * Starts a server, prints its banner, and stops it on a signal. If it cannot start, prints one line for each reason to
 * stderr and sets the exit status 1.
 */
export async function runProcess<Config extends { readonly stopMs: number }>(
  read: Read<Config>,
  start: (config: Config) => Promise<Started>,
): Promise<void> {
  if (!read.ok) return fail(read.errors);
  try {
    const { server, banner } = await start(read.config);
    stopOnSignals(server, read.config.stopMs);
    process.stdout.write(banner);
  } catch (error) {
    // Any other error is a bug, so Node prints its stack.
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}

function fail(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

/**
 * A second signal counts only after this time, in ms. An earlier one may be the same Ctrl-C, which both npm and the
 * terminal send.
 */
const repeatedSignalMs = 1_000;

/** Closes the server on a signal. After a second signal, or after `graceMs`, the process exits at once with status 1. */
export function stopOnSignals(server: { close(): Promise<void> }, graceMs: number): void {
  let stoppingSince: number | undefined;
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > repeatedSignalMs) process.exit(1);
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
  // A parent process started this one. If the parent ends, nothing else would stop this process.
  if (process.connected) process.on('disconnect', stop);
}
