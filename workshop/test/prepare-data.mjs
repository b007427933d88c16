/** What a first start writes, once for a whole run: each test gets a copy of the file, or a clone of the database. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** @returns `dataDir`, which holds the file then */
export async function prepareFile(bundles, dataDir) {
  mkdirSync(dataDir);
  await startAndStop(bundles, { DATA_DIR: dataDir });
  return dataDir;
}

/** @returns the name of a database beside the one of `url`, to be cloned (`CREATE DATABASE … TEMPLATE …`), and how to drop it */
export async function prepareDatabase(bundles, url) {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const { default: pg } = await import('pg');
  const query = async (sql) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const its = new URL(url);
  its.pathname = `/${name}`;
  await query(`create database ${name} template template0`);
  const drop = async () => await query(`drop database ${name} with (force)`);
  try {
    await startAndStop(bundles, { DATABASE_URL: its.href });
  } catch (error) {
    await drop();
    throw error;
  }
  return { name, drop };
}

async function startAndStop(bundles, environment) {
  const server = spawn(process.execPath, [join(bundles, 'server', 'main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: bundles, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  // Its first line comes once everything stands.
  await Promise.race([once(server.stdout, 'data'), ended]);
  server.kill('SIGTERM');
  const [status] = await ended;
  if (status !== 0) throw new Error(`the table server that prepares the data ended with status ${status}`);
}
