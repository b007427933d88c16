import { setImmediate } from 'node:timers/promises';
import { serverReplica } from '#events/log/event-id.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { logFromCheckpoint, type Checkpoint } from './compaction.ts';
import type { LogStore } from './log-store.ts';

/**
 * The format of a checkpoint's `body`. A checkpoint of another format is ignored, and the next one replaces it. Increase
 * it with each new type of event, too: a checkpoint treats events of an unknown type differently.
 */
const format = 2;

/** @param db for writing: a transaction that holds the session's lock */
export function createDatabaseStore(db: Db): LogStore {
  const selectEvents = (sessionId: string) =>
    db
      .selectFrom('events')
      .select(['id', 'user_id', 'version', 'rejected'])
      // Nothing reads the content of a rejected event.
      .select((of) => of.case().when('rejected', 'is', null).then(of.ref('body')).else('{}').end().as('body'))
      .where('session_id', '=', sessionId);

  return {
    async decisions(sessionId, after, upTo) {
      // SQLite answers in the same turn, so reading a long log would block other requests.
      await setImmediate();
      return await selectEvents(sessionId)
        .where('version', '>', after)
        .where('version', '<=', upTo)
        .orderBy('version')
        .execute();
    },

    decisionsOn: async (sessionId, ids) => await selectEvents(sessionId).where('id', 'in', ids).execute(),

    async checkpoint(sessionId) {
      const row = await db
        .selectFrom('session_checkpoints')
        .select(['body', 'format'])
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      if (row?.format !== format) return undefined;
      const replicas = await db
        .selectFrom('session_replicas')
        .select(['replica_id', 'user_id'])
        .where('session_id', '=', sessionId)
        .execute();
      const owners = new Map(replicas.map(({ replica_id, user_id }) => [replica_id, user_id]));
      try {
        return logFromCheckpoint(sessionId, JSON.parse(row.body) as Checkpoint, owners);
      } catch {
        // The events hold everything that the checkpoint sums up.
        return undefined;
      }
    },

    async storeCheckpoint(sessionId, checkpoint) {
      const { version } = checkpoint.snapshot;
      const fields = { version, format, body: JSON.stringify(checkpoint) };
      await db
        .insertInto('session_checkpoints')
        .values({ session_id: sessionId, ...fields })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fields))
        .execute();
    },

    async append({ log, rows, bound }, operatedAt) {
      await db.insertInto('events').values(rows).execute();
      if (bound.length > 0)
        await db
          .insertInto('session_replicas')
          .values(bound)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await db
        .updateTable('table_sessions')
        .set({
          version: log.version,
          server_seq: log.known[serverReplica] ?? 0,
          ...(operatedAt !== null && { last_operate_at: operatedAt }),
        })
        .where('id', '=', log.sessionId)
        .execute();
    },
  };
}
