/**
 * A running server holds its database for itself: the operator's commands ask it through a socket in the data folder,
 * which only its own user may open.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import type { Change } from '#server/operator/write-merchant.ts';
import { StartError } from '#server/process/start-error.ts';
import type { EventRow } from '#server/cart/log/decision-rows.ts';
import type { Operator } from './operator.ts';
import type { SessionsAsked, StoredSession } from './session-export.ts';

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
  operator: Operator,
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

async function answered(asked: IncomingMessage, operator: Operator): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new StartError('the menu is too large');
    chunks.push(chunk);
  }
  const wish = JSON.parse(Buffer.concat(chunks).toString()) as Wish;
  switch (wish.wish) {
    case 'readMerchant':
      return await operator.readMerchant(wish.id);
    case 'merchantIds':
      return await operator.merchantIds();
    case 'writeMerchant':
      return await operator.writeMerchant(wish.whole, wish.dryRun);
    case 'sessions':
      return await operator.sessions(wish.merchantId, wish.asked);
    case 'decisions':
      return await operator.decisions(wish.sessionId, wish.after, wish.upTo);
    case 'backUp':
      return await operator.backUp(wish.file);
    default:
      throw new StartError('the running server does not know this command: restart it with this version');
  }
}

type Wish =
  | { readonly wish: 'readMerchant'; readonly id: string }
  | { readonly wish: 'merchantIds' }
  | { readonly wish: 'writeMerchant'; readonly whole: WholeMerchant; readonly dryRun: boolean }
  | { readonly wish: 'sessions'; readonly merchantId: string; readonly asked: SessionsAsked }
  | { readonly wish: 'decisions'; readonly sessionId: string; readonly after: number; readonly upTo: number }
  | { readonly wish: 'backUp'; readonly file: string };

/** The running server of this data folder; undefined when none answers. */
export async function runningServer(dataDir: string): Promise<Operator | undefined> {
  const path = controlPath(dataDir);
  if (path === undefined || (process.platform !== 'win32' && !existsSync(path))) return undefined;
  const ask = async <Data>(wish: Wish): Promise<Data> => {
    const answer = JSON.parse(await post(path, JSON.stringify(wish))) as { data: Data; error?: string };
    if (answer.error !== undefined) throw new StartError(answer.error);
    return answer.data;
  };
  try {
    await ask<string[]>({ wish: 'merchantIds' });
  } catch (error) {
    // It lies there from a server that was killed.
    if (error instanceof StartError) throw error;
    return undefined;
  }
  return {
    readMerchant: async (id) => await ask<WholeMerchant | undefined>({ wish: 'readMerchant', id }),
    merchantIds: async () => await ask<string[]>({ wish: 'merchantIds' }),
    writeMerchant: async (whole, dryRun) => await ask<Change[]>({ wish: 'writeMerchant', whole, dryRun }),
    sessions: async (merchantId, asked) =>
      await ask<StoredSession[]>({ wish: 'sessions', merchantId, asked }),
    decisions: async (sessionId, after, upTo) =>
      await ask<EventRow[]>({ wish: 'decisions', sessionId, after, upTo }),
    backUp: async (file) => await ask<void>({ wish: 'backUp', file }),
  };
}

async function post(socketPath: string, body: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const asking = request({ socketPath, method: 'POST', path: '/' }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve(text));
      answer.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
