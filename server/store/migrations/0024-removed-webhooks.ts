import { sql, type Kysely, type Migration } from 'kysely';

/** CX31: where a webhook led that was removed, for the log of what it was told. */
export const addRemovedWebhooks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('webhook_calls').addColumn('url', 'text').execute();
  },
  async down(db: Kysely<never>) {
    // A server of before lists and forgets what belongs to a webhook.
    await sql`delete from webhook_calls where webhook_id not in (select id from webhooks)`.execute(db);
    await db.schema.alterTable('webhook_calls').dropColumn('url').execute();
  },
};
