import { dinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { readNewest, readSession } from '#server/ordering/cart/log/session-log.ts';
import type { StoredCart } from '#server/ordering/subscribers.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { coalesce } from './coalesce.ts';
import { publish, type HubDeps } from './publish.ts';
import { disconnectDiner } from './disconnect-diner.ts';
import { staffGroup, tableGroup } from './table-group.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { lacking, type VersionVector } from '#events/log/version-vector.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';

/** Tells every table of the merchant that its menu changed, so that the phones ask for it. Never rejects. */
export async function announceMenuChanged(
  deps: HubDeps & { readonly db: Db },
  merchantId: string,
): Promise<void> {
  const sessions = await deps.db
    .selectFrom('table_sessions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
    .where('table_id', 'is not', null)
    .execute();
  await Promise.all(
    sessions.map(({ id: sessionId }) => publish(deps, tableGroup(sessionId), 'menuChanged', { sessionId })),
  );
}

/** The staff's screens ask for everything anew at each news: one for all that happens in this time, ms. */
const staffPauseMs = 200;

/** A change is told at once by the phone that made it; the server's word, for the others, comes so often, ms. */
const tablePauseMs = 200;

/** A cart that was just stored, so that nobody reads it from the database again. */
interface JustDecided {
  readonly merchantId: string;
  readonly log: StoredCart;
}

/**
 * Tells the session's group that the cart changed. Never rejects: the next message, or the phone's next request, makes
 * a lost one good. Without `decided` the session is read.
 */
export type Announce = (sessionId: string, decided?: JustDecided) => Promise<void>;

/** Tells a session's newest state to its table and staff; what changes under way goes in the next message. */
export function createAnnounce(deps: HubDeps & { readonly db: Db }): Announce {
  const staffSoon = coalesce(staffPauseMs, async (merchantId) => await announceToStaff(deps, merchantId));
  const announceCart = createCartHints(deps);
  /** By session: what its next hint tells. */
  const waiting = new Map<string, JustDecided | 'to be read'>();
  const newest = async (sessionId: string): Promise<JustDecided> => {
    const known = waiting.get(sessionId);
    waiting.delete(sessionId);
    if (known !== undefined && known !== 'to be read')
      return { ...known, log: await readNewest(deps.db, known.log) };
    const { log, row } = await readSession(deps.db, sessionId);
    return { merchantId: row.merchant_id, log };
  };
  const turn = coalesce(tablePauseMs, async (sessionId) => {
    try {
      const { merchantId, log } = await newest(sessionId);
      void staffSoon(merchantId);
      await announceCart(sessionId, log);
    } catch (error) {
      deps.log.warn({ err: error, sessionId }, 'cartChanged could not be announced');
    }
  });
  return async (sessionId, decided) => {
    const known = waiting.get(sessionId);
    if (decided === undefined) waiting.set(sessionId, 'to be read');
    else if (known === undefined || (known !== 'to be read' && known.log.version < decided.log.version))
      waiting.set(sessionId, decided);
    await turn(sessionId);
  };
}

/** Tells the staff's screens that something at the merchant's tables or of its orders has changed. Never rejects. */
export async function announceToStaff(deps: HubDeps, merchantId: string): Promise<void> {
  await publish(deps, staffGroup(merchantId), 'staffNews', {});
}

/** Tells an order's table and the staff that the restaurant changed its state. Never rejects. */
export async function announceOrderChanged(
  deps: HubDeps,
  { merchantId, sessionId, orderId }: { merchantId: string; sessionId: string; orderId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'orderChanged', { sessionId, orderId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Tells a table and the staff that the table calls somebody, or nobody any more. Never rejects. */
export async function announceHelp(
  deps: HubDeps,
  { id: sessionId, merchantId }: { readonly id: string; readonly merchantId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'orderChanged', { sessionId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Tells a party that its session has ended, and the staff that the table is free. Never rejects. */
export async function announceTableClosed(
  deps: HubDeps,
  merchantId: string,
  sessionId: string,
): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'tableClosed', { sessionId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** CX19: tells a party and the staff that it sits elsewhere, its phones ask where. Never rejects. */
export async function announceMoved(deps: HubDeps, merchantId: string, sessionId: string): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'tableMoved', { sessionId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** CX19: tells a party that where it sits, its cart, its orders and its calls may be others. Never rejects. */
export async function announceAtTable(
  deps: HubDeps & { readonly announce: Announce },
  merchantId: string,
  sessionId: string,
): Promise<void> {
  void deps.announce(sessionId);
  await Promise.all([
    announceMoved(deps, merchantId, sessionId),
    announceHelp(deps, { id: sessionId, merchantId }),
  ]);
}

/** Phones that part have found their table by then, ms. */
const followMs = 2_000;

/** D49: tells two parties that they are two again: who has gone from the first, whose phones ask where. Never rejects. */
export async function announceParted(
  deps: HubDeps & { readonly announce: Announce },
  merchantId: string,
  keptId: string,
  { sessionId, userIds }: { readonly sessionId: string; readonly userIds: readonly string[] },
): Promise<void> {
  const gone = userIds.map((userId) => ({ sessionId: keptId, userId, gone: true }));
  void deps.announce(keptId);
  await Promise.all([
    ...gone.map((data) => publish(deps, tableGroup(keptId), 'presence', data)),
    announceMoved(deps, merchantId, keptId),
    announceAtTable(deps, merchantId, sessionId),
  ]);
  // Orders and calls are asked for by whoever hears of them: to those who still go it would be told that they may not.
  setTimeout(() => void announceHelp(deps, { id: keptId, merchantId }), followMs).unref();
}

/**
 * Tells a party and the staff that somebody has sat down, also one whose phone speaks to no group. `was`: the guest who
 * goes on as them (O4), and sits there no more. Never rejects.
 */
export async function announceNewcomer(
  deps: HubDeps & { readonly db: Db },
  { id: sessionId, merchantId }: { readonly id: string; readonly merchantId: string },
  userId: string,
  was?: string,
): Promise<void> {
  const group = tableGroup(sessionId);
  const names = await dinerNames(deps.db, [userId]);
  if (was !== undefined) await publish(deps, group, 'presence', { sessionId, userId: was, gone: true });
  const data = { sessionId, userId, userName: names.get(userId) ?? '', here: true, ...(was && { was }) };
  await Promise.all([publish(deps, group, 'presence', data), announceToStaff(deps, merchantId)]);
}

/** Tells the tables where somebody sits, and the staff, what they are called from now on. */
export async function announceName(
  deps: HubDeps & { readonly db: Db; readonly announce: Announce },
  userId: string,
  userName: string,
): Promise<void> {
  const seats = await deps.db
    .selectFrom('session_members as seat')
    .innerJoin('table_sessions as session', 'session.id', 'seat.session_id')
    .select('session.id as sessionId')
    .where('seat.user_id', '=', userId)
    .where('seat.removed_at', 'is', null)
    .where('session.closed_at', 'is', null)
    .execute();
  for (const { sessionId } of seats) {
    void publish(deps, tableGroup(sessionId), 'presence', { sessionId, userId, userName });
    await deps.announce(sessionId);
  }
}

/** Tells a party that the staff sent somebody away, and cuts off that one's phones. Never rejects. */
export async function announceRemoval(
  deps: HubDeps & { readonly db: Db },
  { merchantId, sessionId, userId }: { merchantId: string; sessionId: string; userId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'presence', { sessionId, userId, gone: true }),
    disconnectDiner(deps, { sessionId, userId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Sessions whose last hint is remembered: more than any restaurant has open; one forgotten gets a whole hint again. */
const mostRemembered = 2_000;

/** Says to a session's group where its log stands and what that shows. Never rejects. */
type CartHint = (
  sessionId: string,
  log: { readonly version: number; readonly view: CartView },
) => Promise<void>;

/**
 * D16: tells a session's group that the cart has changed, so that a phone that dies between its request and its message
 * leaves nobody behind. A hint names the replicas that have come further since the last one that the hub took, all of
 * them at first: who comes later, or comes back, asks anyway, and hears all of it.
 */
export function createCartHints(deps: HubDeps): CartHint {
  const told = new Map<string, VersionVector>();
  return async (sessionId, { version, view }) => {
    const { known } = view;
    const news = lacking(told.get(sessionId) ?? {}, known);
    told.delete(sessionId);
    const data = { version, known: news, digest: viewDigest(view), sessionId };
    if (!(await publish(deps, tableGroup(sessionId), 'cartChanged', data))) return;
    keepNewest(told, sessionId, known, mostRemembered);
  };
}
