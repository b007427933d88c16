import type { Kysely, Migration } from 'kysely';
import { isPostgres } from '../transactions.ts';

/** The hashed files of the phone's builds, so that every server finds those of the others. `last_seen` in ms since 1970. */
export const createBuildFiles: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('build_files')
      .addColumn('path', 'text', (c) => c.primaryKey())
      .addColumn('encoding', 'text')
      .addColumn('body', isPostgres(db) ? 'bytea' : 'blob', (c) => c.notNull())
      .addColumn('last_seen', 'bigint', (c) => c.notNull())
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('build_files').execute();
  },
};
