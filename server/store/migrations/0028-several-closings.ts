import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../transactions.ts';

/** A day may be closed again for what was sold after its closing. */
export const allowSeveralClosings: Migration = {
  async up(db: Kysely<never>) {
    if (isPostgres(db)) await sql`alter table day_closings drop constraint day_closings_day`.execute(db);
    else await rebuild(db, '');
  },
  async down(db: Kysely<never>) {
    if (isPostgres(db))
      await sql`alter table day_closings add constraint day_closings_day unique (merchant_id, day)`.execute(
        db,
      );
    else await rebuild(db, ', constraint day_closings_day unique (merchant_id, day)');
  },
};

/** SQLite drops no constraint of a table. */
async function rebuild(db: Kysely<never>, constraint: string): Promise<void> {
  await sql`alter table day_closings rename to day_closings_before`.execute(db);
  await sql`create table day_closings (merchant_id text not null, number integer not null, day text not null,
    from_at bigint not null, to_at bigint not null, body text not null,
    constraint day_closings_pk primary key (merchant_id, number)${sql.raw(constraint)})`.execute(db);
  await sql`insert into day_closings select merchant_id, number, day, from_at, to_at, body from day_closings_before`.execute(
    db,
  );
  await sql`drop table day_closings_before`.execute(db);
}
