/** After a restore sessions get new ids, and the server notifies a phone that names the old id (S2). */
import { describe, expect, test } from 'vitest';
import { getGuests } from '#contract/calls/cart.ts';
import { getPlacement } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import {
  findLastRestore,
  markRestored,
  renameRestoredSessions,
} from '#server/platform/store/backup/restored-sessions.ts';
import { expectData, fakeClock, startServer, type ServerUnderTest } from '../server-under-test.ts';
import { readCart } from './one-dish.ts';

/** Marks the data as restored, as the command does, and renames the sessions. */
async function putBack(server: ServerUnderTest, at = 1_000): Promise<number | undefined> {
  await markRestored(server.db, at);
  let made = 0;
  return await renameRestoredSessions(server.db, {
    ids: { next: () => `new-${++made}` },
    clock: fakeClock(),
  });
}

// S2, CX11
describe('restored data', () => {
  test('give every open session a new name, with all its data; a phone that uses the old name is notified', async () => {
    const server = await startServer();
    const ann = await server.seat(await server.guest());
    const before = expectData(await readCart(server, ann));
    expect(await putBack(server)).toBe(1);
    const refused = await server.call(getGuests, ann);
    expect(refused).toMatchObject({
      code: codes.tableUnavailable,
      data: { sessionId: 'new-1', restoredFrom: ann.sessionId },
    });
    const again = await server.seat(ann);
    expect(again.sessionId).toBe('new-1');
    const { sync, ...cart } = expectData(await readCart(server, again));
    expect(sync).toMatchObject({ sessionId: 'new-1', restoredFrom: ann.sessionId, restoredAt: 1_000 });
    expect(cart.userCarts).toEqual(before.userCarts);
    expect(await server.codeOf(getPlacement, { ...ann, params: { placementId: 'p' } }), 'unknown').toBe(
      codes.tableUnavailable,
    );
    await server.dispose();
  });

  test('keep a session of the day before as it was, and an unmarked one too', async () => {
    const server = await startServer();
    const ann = await server.seat(await server.guest());
    expect(await renameRestoredSessions(server.db, { ids: { next: () => 'x' }, clock: fakeClock() })).toBe(
      undefined,
    );
    expect(await server.codeOf(getGuests, ann)).toBe(codes.ok);
    await server.db.updateTable('table_sessions').set({ closed_at: 5 }).execute();
    expect(await putBack(server)).toBe(0);
    const { id } = await server.db.selectFrom('table_sessions').select('id').executeTakeFirstOrThrow();
    expect(id).toBe(ann.sessionId);
    expect(await findLastRestore(server.db)).toMatchObject({ at: 1_000 });
    await server.dispose();
  });
});
