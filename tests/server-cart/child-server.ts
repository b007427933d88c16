/** A table server in a process of its own, so that a test can kill it. Prints its address. */
import { createServer } from '#server/app.ts';
import { readConfig } from '#server/process/config.ts';

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.errors.join('\n'));
const server = await createServer(read.config, { host: '127.0.0.1' });
process.stdout.write(`${server.address}\n`);
