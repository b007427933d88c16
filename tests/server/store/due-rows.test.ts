/** Queues that several processes share. */
import { expect, test } from 'vitest';
import { claimRow } from '#server/platform/store/due-rows.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { startSharedServer, testDatabaseUrl } from '../server-under-test.ts';

const server = startSharedServer();
/** Far in the future, so that the server's own worker leaves the rows alone. */
const dueAt = 8e15;
const until = dueAt + 60_000;

async function queueMail(id: string) {
  const row = { id, merchant_id: '1001', order_id: 'o', user_id: null, recipient: 'a@example.org' };
  await server.db
    .insertInto('mails')
    .values({ ...row, language: 'en-US', created_at: 0, attempts: 0, next_at: dueAt, state: 'waiting' })
    .execute();
  return { id, next_at: dueAt };
}

test('of several processes that claim a row at once one gets it, and a claimed row is not due', async () => {
  const due = await queueMail('wanted by all');
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimRow(server.db, 'mails', due, until, { attempts: 1 })),
  );
  const claimed = claims.filter((row) => row !== undefined);
  expect(claimed).toMatchObject([{ id: due.id, next_at: until, attempts: 1, recipient: 'a@example.org' }]);
  expect(await claimRow(server.db, 'mails', due, until)).toBeUndefined();
});

test('a claim does not wait for a row that another transaction holds', async () => {
  const [held, free] = [await queueMail('held'), await queueMail('free')];
  // SQLite has one writer, and no row can be held.
  if (testDatabaseUrl !== undefined)
    await runInTransaction(server.db, async (trx) => {
      await trx.selectFrom('mails').select('id').where('id', '=', held.id).forUpdate().executeTakeFirst();
      expect(await claimRow(server.db, 'mails', held, until)).toBeUndefined();
      expect(await claimRow(server.db, 'mails', free, until)).toBeDefined();
    });
  expect(await claimRow(server.db, 'mails', held, until)).toMatchObject({ id: held.id });
});

test('a ticket that was printed meanwhile cannot be claimed', async () => {
  const job = {
    id: 'printed',
    merchant_id: '1001',
    station: 's',
    order_id: 'o',
    round: 1,
    body: '{}',
    place: 0,
  };
  await server.db
    .insertInto('print_jobs')
    .values({
      ...job,
      created_at: 0,
      attempts: 0,
      next_at: dueAt,
      begun_at: null,
      problem: null,
      printed_at: 1,
    })
    .execute();
  expect(await claimRow(server.db, 'print_jobs', { id: job.id, next_at: dueAt }, until)).toBeUndefined();
});
