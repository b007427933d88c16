/**
 * Prepares the programs and the data that all parts of a test run share.
 *
 * - Programs that tests start are bundled. Each start takes 0.8 s of CPU then, instead of 3 s for compiling.
 * - The data of a server's first start is written once. Each test gets a copy of the SQLite file, or a clone of the
 *   PostgreSQL database.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { build } from 'vite';

const commands = readdirSync('tools').filter((name) => name.endsWith('.ts'));
const programs = [
  'server/main',
  'testing/foreign-app/main',
  ...commands.map((name) => `tools/${name.replace(/\.ts$/, '')}`),
];

/** A bundled module still finds the files next to its source. */
const ownUrl = {
  name: 'own-url',
  transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};

/** Bundles the programs. Returns the folder, where `server/main.ts` is `server/main.js`. */
export async function bundlePrograms() {
  // Inside the project, because Node looks for packages from this folder upwards.
  mkdirSync('.cache', { recursive: true });
  const folder = resolve(mkdtempSync(join('.cache', 'programs-')));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownUrl],
    // The external packages load files of their own.
    ssr: { noExternal: true, external: ['fontkit', 'libsql', 'pdfkit', 'sharp'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((path) => [path, `${path}.ts`])),
      },
    },
  });
  return folder;
}

/** Writes the data of a first start into a SQLite file. Returns its folder, inside that of the bundles. */
export async function prepareFile(bundles) {
  const dataDir = join(bundles, 'data');
  mkdirSync(dataDir);
  await startAndStop(bundles, { DATA_DIR: dataDir });
  return dataDir;
}

/** Creates a database next to the one of `url`. Returns its name. @param later receives the function that drops it */
export async function prepareDatabase(bundles, url, later) {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const query = async (sql) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await query(`create database ${name} template template0`);
  later(() => query(`drop database ${name} with (force)`));
  await startAndStop(bundles, { DATABASE_URL: new URL(`/${name}`, url).href });
  return name;
}

async function startAndStop(bundles, environment) {
  const server = spawn(process.execPath, [join(bundles, 'server', 'main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: bundles, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  // The server prints its first line when it is ready.
  await Promise.race([once(server.stdout, 'data'), ended]);
  server.kill('SIGTERM');
  const [status] = await ended;
  if (status !== 0) throw new Error(`the table server that prepares the data ended with status ${status}`);
}
