/**
 * Moves unsent dishes to a new user id. A guest who has to register again gets another id. Dishes that the server had not
 * accepted are still in the old id's log. The phone adds them again under the new id, then it archives the old log.
 *
 *   log of the old id: tea (accepted), soup (pending)   ─►   new id: add soup   ─►   archive the old log
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
  /** The log of the old guest id. */
  readonly log: LogKey;
  readonly storage: CartStorage;
  readonly env: Pick<Environment, 'newId' | 'now'>;
  readonly locks: Locks | undefined;
}

/**
 * Moves the dishes of this tab and of closed tabs. Other open tabs move their own. Without locks, as on plain HTTP, this tab
 * cannot recognise them and moves all. Rejects with a StorageError.
 */
export async function movePendingEvents({ engine, log, storage, env, locks }: MoveOptions): Promise<void> {
  const claim = await claimReplica(storage, log, env, locks);
  try {
    const left = [...(claim.own ? [claim.own] : []), ...claim.orphans];
    for (const { item, quantity } of left.flatMap(({ records }) =>
      listPendingItems(logOf(records), log.userId),
    ))
      engine.commands.add(item, quantity);
    // Archive the old log only after the dishes are on disk under the new id. A crash in between may add them twice, but
    // loses none.
    await firstValueFrom(
      engine.cart.pipe(filter(({ states }) => ![...states.values()].includes('beingSaved'))),
    );
    for (const { replicaId } of left) await storage.archive(log, env.now(), replicaId);
  } finally {
    claim.release();
  }
}

/**
 * Lists the items that the pending events added to the diner's own cart. Compares the cart with and without these events, so
 * an item that was added and removed again does not count.
 */
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
