import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';

/** A hashed file of some build. */
export interface BuildFile {
  readonly type: string;
  readonly encoding: 'br' | null;
  readonly body: Buffer;
}

/** Where servers find the hashed files of each other's builds, and of earlier ones. */
export interface BuildFiles {
  /** Writes down the hashed files of a built phone's folder, says that they are in use, and forgets those long out of use. */
  keep(appDir: string): Promise<void>;
  /** @param path in the build's folder, e.g. `assets/main-abc123.js` */
  find(path: string): Promise<BuildFile | undefined>;
}

const day = 24 * 60 * 60 * 1000;
/** How often a running server is to say that its files are in use, ms. */
export const keepEveryMs = day;
/** A file is forgotten when no server has had it in its build for so long, ms. */
const keptFor = 7 * day;

/** Names in here hold a hash of their content: what has the same name is the same, whichever build it is of. */
const folder = 'assets';
/** What a phone cannot go on without; source maps and pictures it can. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** Those that may ask for a file: a longer name is nobody's. */
const name = /^assets\/[\w.-]{1,200}$/;

/** In the database, which is what all servers of an installation share. */
export function createBuildFiles(db: Db, clock: Clock): BuildFiles {
  return {
    async keep(appDir) {
      const paths = (await namesIn(join(appDir, folder)))
        .filter((file) => extname(file) in types)
        .map((file) => `${folder}/${file}`)
        .toSorted();
      if (paths.length === 0) return;
      const known = await db.selectFrom('build_files').select('path').where('path', 'in', paths).execute();
      const has = new Set(known.map(({ path }) => path));
      const missing = await Promise.all(
        paths
          .filter((path) => !has.has(path))
          .map(async (path) => ({ path, ...(await packed(appDir, path)) })),
      );
      const now = clock.now();
      await inTransaction(db, async (trx) => {
        if (missing.length > 0)
          await trx
            .insertInto('build_files')
            .values(missing.map((file) => ({ ...file, last_seen: now })))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await trx.updateTable('build_files').set({ last_seen: now }).where('path', 'in', paths).execute();
        await trx
          .deleteFrom('build_files')
          .where('last_seen', '<', now - keptFor)
          .execute();
      });
    },
    async find(path) {
      const type = types[extname(path)];
      if (type === undefined || !name.test(path)) return undefined;
      const row = await db
        .selectFrom('build_files')
        .select(['encoding', 'body'])
        .where('path', '=', path)
        .executeTakeFirst();
      return row && { type, encoding: row.encoding, body: Buffer.from(row.body) };
    },
  };
}

/** As small as the build has it. */
async function packed(appDir: string, path: string): Promise<{ encoding: 'br' | null; body: Buffer }> {
  const file = join(appDir, path);
  try {
    return { encoding: 'br', body: await readFile(`${file}.br`) };
  } catch {
    return { encoding: null, body: await readFile(file) };
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch {
    // Not built yet.
    return [];
  }
}
