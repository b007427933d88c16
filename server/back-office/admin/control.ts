/**
 * The control socket: admin commands run inside the server while it runs, because the server locks its SQLite file.
 *
 *   tools/… ──► findRunningServer ──► control.sock ──► serveControl ──► Admin
 *                 { command, args }  ── POST / ──►     { data } or { error }
 *
 * Only the user who runs the server may open the socket (mode 0600). A request names one method of `Admin`.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import type { Admin } from './admin.ts';

/** Shortest limit for a socket path among the supported systems (macOS), bytes. */
const maxPathBytes = 103;
/** Largest request, bytes. A menu is a few hundred kilobytes. */
const maxBytes = 32 * 1024 * 1024;

/** Returns the path of the socket of a data folder, or undefined if the path is too long. */
export function findControlPath(dataDir: string): string | undefined {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\lazy-susan-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const path = join(dataDir, 'control.sock');
  return Buffer.byteLength(path) > maxPathBytes ? undefined : path;
}

/**
 * Runs the commands that arrive at the socket of this data folder. The caller must hold the lock of the database,
 * because this function deletes an existing socket: a killed server leaves one behind.
 * @returns a function that closes the socket, or undefined if the folder cannot have one
 */
export async function serveControl(
  dataDir: string,
  admin: Admin,
): Promise<(() => Promise<void>) | undefined> {
  const path = findControlPath(dataDir);
  if (path === undefined) return undefined;
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  const server = createServer((incoming, answer) => {
    runCommand(incoming, admin).then(
      (data) => answer.end(JSON.stringify({ data })),
      (error: unknown) =>
        answer.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) })),
    );
  });
  const listens = await new Promise<boolean>((done) => {
    // Some file systems do not support sockets. The commands then work only while the server is stopped.
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

async function runCommand(incoming: IncomingMessage, admin: Admin): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new StartError('the menu is too large: at most 32 MiB');
    chunks.push(chunk);
  }
  const { call, args } = JSON.parse(Buffer.concat(chunks).toString()) as Command;
  const known = commandNames.find((each) => each === call);
  if (!known)
    throw new StartError('the running server does not know this command: restart it with this version');
  return await (admin[known] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
}

const commandNames = [
  'readMerchant',
  'listMerchantIds',
  'writeMerchant',
  'findChangedBills',
  'listSessions',
  'readDecisions',
  'readService',
  'readReport',
  'eraseMember',
  'createAccessCode',
  'backUp',
] as const;

interface Command {
  readonly call: keyof Admin;
  readonly args: readonly unknown[];
}

/** Returns the running server of this data folder, or undefined if none answers. */
export async function findRunningServer(dataDir: string): Promise<Admin | undefined> {
  const path = findControlPath(dataDir);
  if (path === undefined || (process.platform !== 'win32' && !existsSync(path))) return undefined;
  const createCommand =
    (call: keyof Admin) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      const command: Command = { call, args };
      const answer = JSON.parse(await post(path, JSON.stringify(command))) as {
        data: unknown;
        error?: string;
      };
      if (answer.error !== undefined) throw new StartError(answer.error);
      return answer.data;
    };
  try {
    await createCommand('listMerchantIds')();
  } catch (error) {
    if (error instanceof StartError) throw error;
    // A killed server left this socket behind.
    return undefined;
  }
  return Object.fromEntries(commandNames.map((call) => [call, createCommand(call)])) as unknown as Admin;
}

async function post(socketPath: string, body: string): Promise<string> {
  const sending = request({ socketPath, method: 'POST', path: '/' });
  sending.end(body);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return await text(answer);
}
