/**
 * A guest who had to register again is somebody else to the server (CE11). What they had added and the server had not
 * taken yet lies in the log of the guest that they were: it is added once more under the new id, and then put away.
 */
import { filter, firstValueFrom } from 'rxjs';
import { itemKey, type Item } from '#events/item.ts';
import { logOf, type Log } from '#events/records/log.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import type { CartEngine } from './engine/cart-engine.ts';
import type { Environment } from './environment/environment.ts';
import { claimReplica, type Locks } from './storage/replica-claim.ts';

interface MoveOptions {
  readonly engine: Pick<CartEngine, 'cart' | 'commands'>;
  /** Of the guest that the diner was. */
  readonly log: LogKey;
  readonly storage: CartStorage;
  readonly env: Pick<Environment, 'newId' | 'now'>;
  readonly locks: Locks | undefined;
}

/** What another tab still holds that tab carries over by itself. Rejects with a StorageError. */
export async function movePendingEvents({ engine, log, storage, env, locks }: MoveOptions): Promise<void> {
  const claim = await claimReplica(storage, log, env, locks);
  try {
    const left = [...(claim.own ? [claim.own] : []), ...claim.orphans];
    for (const { item, quantity } of left.flatMap(({ records }) => listPendingItems(logOf(records), log.userId)))
      engine.commands.add(item, quantity);
    // A crash before this adds them twice; after it they are on disk under the new id.
    await firstValueFrom(
      engine.cart.pipe(filter(({ states }) => ![...states.values()].includes('beingSaved'))),
    );
    for (const { replicaId } of left) await storage.archive(log, env.now(), replicaId);
  } finally {
    claim.release();
  }
}

/** What the pending events add to the diner's own cart. */
function listPendingItems(log: Log, userId: string): { readonly item: Item; readonly quantity: number }[] {
  const ownLines = (of: Log) => cartView(of).carts.find((cart) => cart.userId === userId)?.lines ?? [];
  const sent = new Map<string, number>();
  for (const { item, quantity } of ownLines({ ...log, entries: log.entries.without([...log.pending]) }))
    sent.set(itemKey(item), (sent.get(itemKey(item)) ?? 0) + quantity);
  return ownLines(log).flatMap(({ item, quantity }) => {
    const more = quantity - (sent.get(itemKey(item)) ?? 0);
    return more > 0 ? [{ item, quantity: more }] : [];
  });
}
