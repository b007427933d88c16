/** The table server's entry: reads the environment, starts, says where, and stops cleanly. */
import { createServer } from './app.ts';
import { banner } from './process/banner.ts';
import { readConfig } from './process/config.ts';
import { StartError } from './process/start-error.ts';
import { fail, stopOnSignals } from './process/exit.ts';

const read = readConfig(process.env);
if (!read.ok) fail(read.errors);
else {
  try {
    const { config } = read;
    const server = await createServer(config);
    stopOnSignals(server, config.stopMs);
    const { publicUrl, smsWebhookUrl, tls } = config;
    const facts = {
      port: server.port,
      tls: tls !== undefined,
      publicUrl,
      hasDemo: config.demo,
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
