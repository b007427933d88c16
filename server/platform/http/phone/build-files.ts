import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';

/** A file of a build, with a hash of its content in its name. */
export interface BuildFile {
  readonly type: string;
  readonly encoding: 'br' | null;
  readonly body: Buffer;
}

/**
 * The hashed files of all servers' builds, including earlier ones. During an upgrade, a phone may load a page from one
 * server and its files from another server with another build.
 */
export interface BuildFiles {
  /** Stores the files of a build or marks them as still in use, and deletes files that no server uses any more. */
  store(appDir: string): Promise<void>;
  /** @param path relative to the build's folder, e.g. `assets/main-abc123.js` */
  find(path: string): Promise<BuildFile | undefined>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** How often a running server must mark its files as in use, in ms. */
export const storeEveryMs = dayMs;
/** A file is deleted when no server has marked it for this time, in ms. */
const retentionMs = 7 * dayMs;

/** Names in this folder contain a hash of the content, so equal names mean equal files in all builds. */
const folder = 'assets';
/** The files without which an app fails. It works without source maps and pictures. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** Only these paths are looked up in the database. No build has longer names. */
const servedPath = /^assets\/[\w.-]{1,200}$/;

/** Stores the files in the database, which all servers of an installation share. */
export function createBuildFiles(db: Db, clock: Clock): BuildFiles {
  return {
    async store(appDir) {
      const paths = (await listNames(join(appDir, folder)))
        .filter((file) => extname(file) in types)
        .map((file) => `${folder}/${file}`)
        .toSorted();
      if (paths.length === 0) return;
      const rows = await db.selectFrom('build_files').select('path').where('path', 'in', paths).execute();
      const known = new Set(rows.map(({ path }) => path));
      const missing = await Promise.all(
        paths
          .filter((path) => !known.has(path))
          .map(async (path) => ({ path, ...(await readSmallest(appDir, path)) })),
      );
      const now = clock.now();
      await runInTransaction(db, async (trx) => {
        if (missing.length > 0)
          await trx
            .insertInto('build_files')
            .values(missing.map((file) => ({ ...file, last_seen: now })))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await trx.updateTable('build_files').set({ last_seen: now }).where('path', 'in', paths).execute();
        await trx
          .deleteFrom('build_files')
          .where('last_seen', '<', now - retentionMs)
          .execute();
      });
    },
    async find(path) {
      const type = types[extname(path)];
      if (type === undefined || !servedPath.test(path)) return undefined;
      const row = await db
        .selectFrom('build_files')
        .select(['encoding', 'body'])
        .where('path', '=', path)
        .executeTakeFirst();
      return row && { type, encoding: row.encoding, body: Buffer.from(row.body) };
    },
  };
}

/** Reads the compressed file if the build has one. */
async function readSmallest(appDir: string, path: string): Promise<{ encoding: 'br' | null; body: Buffer }> {
  const file = join(appDir, path);
  try {
    return { encoding: 'br', body: await readFile(`${file}.br`) };
  } catch {
    return { encoding: null, body: await readFile(file) };
  }
}

async function listNames(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch {
    // Not built yet.
    return [];
  }
}
