/** A guest whose login ended registers again and keeps the unsent dishes. */
import { beforeEach, expect, test, vi } from 'vitest';
import { movePendingEvents } from '#client/move-pending-events.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { openEnginePhone, type EnginePhone } from '#testing/phones/engine-phone.ts';
import { createTestLocks } from '#testing/browser.ts';
import { SnapshotTable } from '#testing/snapshot-table.ts';

beforeEach(() => {
  for (const way of ['warn', 'debug'] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

const own = (phone: EnginePhone) =>
  phone.engine.cart.value.carts
    .filter(({ mine }) => mine)
    .flatMap(({ lines }) => lines.map(({ quantity, item }) => `${quantity}×${item.productId}`));

test('CE11: unsent events are added again, once; events that the server has are not', async () => {
  const server = new SnapshotTable(Date.now);
  const storage = createMemoryStorage();
  const locks = createTestLocks();
  const usual = { server, storage, locks, sessionId: '' };
  const before = await openEnginePhone({ ...usual, userId: 'u1' });
  await before.adds('101', 2);
  before.connection.offline = true;
  await before.adds('101');
  await before.adds('102');
  expect(before.engine.cart.value.pending).toBe(2);
  await before.engine.close();

  const after = await openEnginePhone({ ...usual, userId: 'u2' });
  const log = { merchantId: '1001', tableId: '7', sessionId: '', userId: 'u1' };
  const env = { newId: () => 'x', now: () => 1 };
  const carry = async () => await movePendingEvents({ engine: after.engine, log, storage, env, locks });
  await carry();
  await carry();
  await after.refreshes();
  expect(own(after)).toEqual(['1×101', '1×102']);
  expect(after.engine.cart.value.pending).toBe(0);
  await after.engine.close();
});
