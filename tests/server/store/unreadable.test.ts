/** An unreadable row breaks its own table session and no other one. */
import { expect, test } from 'vitest';
import { staffOverview } from '#contract/calls/staff.ts';
import { closeTable } from '#contract/calls/tables.ts';
import { codes } from '#contract/codes.ts';
import { startServer } from '../server-under-test.ts';
import { addDish, readCart, listErrors } from './one-dish.ts';

test.each(['no json', '{}', '[1]'])('an event %s', async (body) => {
  const first = await startServer();
  const ann = await first.seat(await first.guest(), '1');
  const mei = await first.seat(await first.guest(), '2');
  expect((await addDish(first, ann, 'ra1:1')).code).toBe(codes.ok);
  expect((await addDish(first, mei, 'rm1:1')).code).toBe(codes.ok);
  const changed = await first.db.updateTable('events').set({ body }).where('id', '=', 'ra1:1').execute();
  expect(changed[0]!.numUpdatedRows).toBe(1n);
  // A restart drops what the server has in memory.
  await first.close();
  const server = await startServer({ dataDir: first.dataDir });

  for (let again = 0; again < 3; again += 1) {
    const answer = await readCart(server, ann);
    expect(answer.code).toBe(codes.failure);
    expect(answer.msg).toContain('ask the staff to close the table');
  }
  expect((await readCart(server, mei)).code).toBe(codes.ok);
  expect((await addDish(server, mei, 'rm1:2')).code).toBe(codes.ok);
  const named = listErrors(server);
  expect(named).toHaveLength(1);
  expect(named[0]).toContain(`session ${ann.sessionId}: event ra1:1 cannot be read: close its table`);

  const staff = await server.till(ann.merchantId);
  const { tables } = await server.ask(staffOverview, staff);
  const damaged = tables.filter(({ session }) => session?.isDamaged);
  expect(damaged.map(({ tableId }) => tableId)).toEqual([ann.tableId]);
  await server.ask(closeTable, { ...staff, body: { tableId: ann.tableId } });
  const again = await server.seat(ann, '1');
  expect((await readCart(server, again)).code).toBe(codes.ok);
  await server.dispose();
});
