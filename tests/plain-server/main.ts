/** `PORT=4000 tsx tests/plain-server/main.ts`: the plain server as a process of its own. */
import { startPlainServer } from './plain-server.ts';

const server = await startPlainServer({ port: Number(process.env['PORT'] ?? 0) });
process.stdout.write(`${server.url}\n`);

const stop = (): void => void server.close().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
