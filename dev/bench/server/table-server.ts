/** Starts a table server like `server/main.ts`, with the bench's own route in addition. */
import { createServer } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { stopOnSignals } from '#server/platform/lifecycle/exit.ts';
import { insertRoute } from './insert-route.ts';

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.errors.join('\n'));
const server = await createServer(read.config, {
  host: '127.0.0.1',
  moreRoutes: (deps) => [insertRoute(deps)],
});
stopOnSignals(server, read.config.stopMs);
process.stdout.write(`${server.address}\n`);
