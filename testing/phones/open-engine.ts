import { createEngine } from '#client/engine/engine.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { claimReplica, type Locks } from '#client/storage/replica-claim.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';

type EngineOptions = Parameters<typeof createEngine>[0];

interface Setting extends Pick<EngineOptions, 'transport' | 'group' | 'env' | 'tabs' | 'record'> {
  readonly log: LogKey;
  readonly userName: string;
  readonly browserId: string;
  readonly storage?: CartStorage | undefined;
  readonly locks?: Locks | undefined;
}

/** The real engine of one page, on a storage in memory unless another one is given. */
export async function openEngine(setting: Setting) {
  const { log, userName, browserId, storage = createMemoryStorage(), locks, ...rest } = setting;
  const { userId, tableId } = log;
  const claim = await claimReplica(storage, log, rest.env, locks);
  const engine = createEngine({
    ...rest,
    log,
    claim,
    storage,
    isDurable: true,
    table: { tableId, tableName: tableId },
    getAuthor: () => ({ userId, userName }),
    browserId: () => browserId,
  });
  return { engine, replicaId: claim.replicaId };
}
