/**
 * Moves unsent dishes to a new user id. A guest who has to register again gets a new id. The log of the old id may still
 * contain dishes that the server has not accepted. The phone adds them again under the new id, then archives the old log.
 *
 *   log of the old id: tea (accepted), soup (pending)   ─►   new id: add soup   ─►   archive the old log
 */
import { filter, firstValueFrom } from 'rxjs';
import { getItemKey, type Item } from '#events/item.ts';
import { logOf, type Log } from '#events/records/log.ts';
import { projectCartView, getLines } from '#projections/merge/cart-view.ts';
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
 * Moves the dishes of this tab and of closed tabs. Other open tabs move their own. Browsers offer no locks on plain HTTP.
 * Without locks this tab cannot recognise open tabs, so it moves the dishes of all tabs.
 *
 * @throws StorageError
 */
export async function movePendingEvents({ engine, log, storage, env, locks }: MoveOptions): Promise<void> {
  const claim = await claimReplica(storage, log, env, locks);
  try {
    const logs = [...(claim.own ? [claim.own] : []), ...claim.orphans];
    for (const { item, quantity } of logs.flatMap(({ records }) =>
      listPendingItems(logOf(records), log.userId),
    ))
      engine.commands.add(item, quantity);
    // Archive the old log only when the dishes are on disk under the new id. After a crash in between, the dishes are
    // added a second time, but none is lost.
    await firstValueFrom(
      engine.cart.pipe(filter(({ states }) => ![...states.values()].includes('beingSaved'))),
    );
    for (const { replicaId } of logs) await storage.archive(log, env.now(), replicaId);
  } finally {
    claim.release();
  }
}

/**
 * Lists the items that the pending events added to the diner's own cart. It compares the cart with and without these
 * events, so an item that was added and removed again does not count.
 */
function listPendingItems(log: Log, userId: string): { readonly item: Item; readonly quantity: number }[] {
  const ownLines = (of: Log) => getLines(projectCartView(of), userId);
  const sent = new Map<string, number>();
  for (const { item, quantity } of ownLines({ ...log, entries: log.entries.without([...log.pending]) }))
    sent.set(getItemKey(item), (sent.get(getItemKey(item)) ?? 0) + quantity);
  return ownLines(log).flatMap(({ item, quantity }) => {
    const more = quantity - (sent.get(getItemKey(item)) ?? 0);
    return more > 0 ? [{ item, quantity: more }] : [];
  });
}
