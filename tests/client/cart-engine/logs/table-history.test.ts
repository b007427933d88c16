import { expect, test } from 'vitest';
import type { LogRecord } from '#events/records/records.ts';
import { emptyLog } from '#events/records/log.ts';
import { blankState } from '#sync/ports/storage.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { loadTableHistory } from '#client/logs/table-history.ts';
import { add, tea } from '../../../projections/given.ts';

const member = { merchantId: '1', tableId: 't', sessionId: 's', userId: 'member' };
const guest = { ...member, userId: 'guest' };

function createRecords(id: string): LogRecord[] {
  return [{ t: 1, from: 'local', event: add(id, tea, 1) }];
}

test('after the login the history shows the guest’s actions, and no other log of this phone', async () => {
  const storage = createMemoryStorage();
  const keep = (log: typeof member, replicaId: string) =>
    storage.append(log, replicaId, {
      index: 0,
      at: 1,
      records: createRecords(`${replicaId}:1`),
      state: blankState,
    });
  await keep(guest, 'rg');
  await keep(member, 'rm');
  await keep({ ...member, userId: 'other' }, 'ro');
  await keep({ ...guest, sessionId: 'earlier' }, 're');
  const loadIds = async () => {
    const records = await loadTableHistory(storage, [member, guest], emptyLog, 1);
    return records.flatMap((record) => ('event' in record ? [record.event.id] : []));
  };
  expect(await loadIds()).toEqual(['rm:1', 'rg:1']);
  await storage.archive(guest, 2);
  expect(await loadIds()).toEqual(['rm:1', 'rg:1']);
});
