/** The commands ask a running server, which holds its database, through a socket that only its own user may open. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import type { Admin } from './admin.ts';

/** The least that a system allows for a socket's path (macOS), bytes. */
const longestPath = 103;
/** A menu is some hundred kilobytes. */
const mostBytes = 32 * 1024 * 1024;

/** Where the socket of a data folder is; undefined where its path would be too long. */
export function controlPath(dataDir: string): string | undefined {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\lazy-susan-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const path = join(dataDir, 'control.sock');
  return Buffer.byteLength(path) > longestPath ? undefined : path;
}

/**
 * Answers the commands of this data folder. Only for the holder of the database's lock: what lies there from a server
 * that was killed is cleared away. @returns closes it; undefined where there can be no socket
 */
export async function serveControl(
  dataDir: string,
  operator: Admin,
): Promise<(() => Promise<void>) | undefined> {
  const path = controlPath(dataDir);
  if (path === undefined) return undefined;
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  const server = createServer((asked, answer) => {
    answered(asked, operator).then(
      (data) => answer.end(JSON.stringify({ data })),
      (error: unknown) =>
        answer.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) })),
    );
  });
  const listens = await new Promise<boolean>((done) => {
    // Some file systems have no sockets: then the commands need the server stopped.
    server.once('error', () => done(false));
    server.listen(path, () => done(true));
  });
  if (!listens) return undefined;
  if (isFile) chmodSync(path, 0o600);
  return async () =>
    await new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
}

async function answered(asked: IncomingMessage, operator: Admin): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new StartError('the menu is too large');
    chunks.push(chunk);
  }
  const { call, args } = JSON.parse(Buffer.concat(chunks).toString()) as Wish;
  const known = calls.find((each) => each === call);
  if (!known)
    throw new StartError('the running server does not know this command: restart it with this version');
  return await (operator[known] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
}

/** What may be asked through the socket: everything. */
const calls = [
  'readMerchant',
  'merchantIds',
  'writeMerchant',
  'sessions',
  'decisions',
  'service',
  'report',
  'erase',
  'accessCode',
  'backUp',
] as const;

interface Wish {
  readonly call: keyof Admin;
  readonly args: readonly unknown[];
}

/** The running server of this data folder; undefined when none answers. */
export async function findRunningServer(dataDir: string): Promise<Admin | undefined> {
  const path = controlPath(dataDir);
  if (path === undefined || (process.platform !== 'win32' && !existsSync(path))) return undefined;
  const ask =
    (call: keyof Admin) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      const wish: Wish = { call, args };
      const answer = JSON.parse(await post(path, JSON.stringify(wish))) as { data: unknown; error?: string };
      if (answer.error !== undefined) throw new StartError(answer.error);
      return answer.data;
    };
  try {
    await ask('merchantIds')();
  } catch (error) {
    // It lies there from a server that was killed.
    if (error instanceof StartError) throw error;
    return undefined;
  }
  return Object.fromEntries(calls.map((call) => [call, ask(call)])) as unknown as Admin;
}

async function post(socketPath: string, body: string): Promise<string> {
  const asking = request({ socketPath, method: 'POST', path: '/' });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return await text(answer);
}
