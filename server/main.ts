/** The table server's entry: reads the environment, starts, says where, and stops cleanly. */
import { createServer, type TableServer } from './app.ts';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

/** Open requests get so long to end after a signal, ms. */
const graceMs = 10_000;
/** A second signal this much later means it: sooner it is the same Ctrl-C on another way. */
const impatientMs = 1_000;

function fail(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

function stopOnSignals(server: TableServer): void {
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

const read = readConfig(process.env);
if (!read.ok) fail(read.errors);
else {
  try {
    const { config } = read;
    const server = await createServer(config);
    stopOnSignals(server);
    const { publicUrl, smsWebhookUrl, tls } = config;
    const facts = {
      port: server.port,
      tls: tls !== undefined,
      publicUrl,
      hasInbox: smsWebhookUrl === undefined,
      staffPassword: config.staffPassword === undefined ? server.staffPassword : undefined,
    };
    process.stdout.write(`${banner(facts)}\n`);
  } catch (error) {
    // Anything else is a bug, and its stack is wanted.
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}
