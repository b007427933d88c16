/**
 * While the broker is away, a server does not learn what other servers change. It then looks in the database, and
 * announces their changes to its own phones and staff screens:
 *
 *     broker away ──► every 2 s: which tables and restaurants with members here have changed? ──► announce
 *     broker back ──► the hub ends its sessions, and the phones read everything again
 */
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { announceToStaff, createAnnounce } from './announce.ts';
import { publish, type HubDeps } from './publish.ts';
import { createTableGroup, readGroup } from './table-group.ts';

interface Deps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** How often the server looks, ms. */
const intervalMs = 2_000;
/** Before the first look of an outage nothing is known, so orders that changed this recently count as changed, ms. */
const recentMs = 5_000;
/** How many tables or restaurants one query names. */
const namedAtOnce = 500;

/** Runs for as long as the server does, and does nothing while the broker is there. */
export function startAnnouncingOthers(deps: Deps) {
  const look = createLook(deps);
  return startWork({
    once: look,
    lookEveryMs: intervalMs,
    onError: (error) => deps.log.warn({ err: error }, 'changes of other servers could not be announced'),
  });
}

/** Returns a function that looks once and announces what has changed since the last look. It returns 0. */
export function createLook(deps: Deps): () => Promise<0> {
  const announce = createAnnounce(deps);
  const versions = new Map<string, number>();
  const changes = new Map<string, number>();
  const compare = (before: Map<string, number>, key: string, now: number) => {
    const earlier = before.get(key);
    before.set(key, now);
    return { isFirst: earlier === undefined, isOther: earlier !== now };
  };

  const lookAtTables = async (sessionIds: readonly string[]) => {
    const tables = await readTables(deps.db, sessionIds);
    for (const { id, version, change, at } of tables) {
      // A message about a cart costs a phone that has everything no request.
      if (compare(versions, id, version).isOther) void announce(id);
      const order = compare(changes, id, change);
      const isChanged = order.isFirst ? at > deps.clock.now() - recentMs : order.isOther;
      if (isChanged) void publish(deps, createTableGroup(id), 'orderChanged', { sessionId: id });
    }
  };
  const lookAtRestaurants = async (merchantIds: readonly string[]) => {
    const counters = await deps.db
      .selectFrom('change_counters')
      .select(['merchant_id as merchantId', 'last'])
      .where('merchant_id', 'in', merchantIds)
      .execute();
    for (const { merchantId, last } of counters)
      if (compare(changes, `staff of ${merchantId}`, last).isOther) void announceToStaff(deps, merchantId);
  };

  return async () => {
    if (deps.hub.isBrokerUp?.() !== false) {
      versions.clear();
      changes.clear();
      return 0;
    }
    const groups = (deps.hub.listGroups?.() ?? []).map(readGroup);
    const sessionIds = groups.flatMap((group) => ('sessionId' in group ? group.sessionId : []));
    const merchantIds = groups.flatMap((group) => ('merchantId' in group ? group.merchantId : []));
    await inParts(sessionIds, lookAtTables);
    await inParts(merchantIds, lookAtRestaurants);
    return 0;
  };
}

async function inParts(
  all: readonly string[],
  run: (part: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < all.length; start += namedAtOnce)
    await run(all.slice(start, start + namedAtOnce));
}

/** The versions of the carts, and the last change of the orders and when it happened; 0 without orders. */
async function readTables(db: Db, sessionIds: readonly string[]) {
  const rows = await db
    .selectFrom('table_sessions as session')
    .leftJoin('orders', 'orders.session_id', 'session.id')
    .select(({ fn }) => [
      'session.id',
      'session.version',
      fn.max('orders.change_no').as('change'),
      fn.max('orders.updated_at').as('at'),
    ])
    .where('session.id', 'in', sessionIds)
    .groupBy(['session.id', 'session.version'])
    .execute();
  return rows.map(({ id, version, change, at }) => ({
    id,
    version,
    change: change ?? 0,
    at: at ?? 0,
  }));
}
