import { readDinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { readNewest, readSession } from '#server/ordering/cart/log/session-log.ts';
import type { StoredCart } from '#server/ordering/subscribers.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { coalesce } from './coalesce.ts';
import { publish, type HubDeps } from './publish.ts';
import { disconnectDiner } from './disconnect-diner.ts';
import { createStaffGroup, createTableGroup } from './table-group.ts';
import { hashView } from '#projections/merge/view-json.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { selectMissing, type VersionVector } from '#events/log/version-vector.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';

/** Announces a changed menu to every table of the merchant, so that phones read it. */
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
    sessions.map(({ id: sessionId }) =>
      publish(deps, createTableGroup(sessionId), 'menuChanged', { sessionId }),
    ),
  );
}

/** Staff screens read everything again after each message. All changes of this time share one, ms. */
const staffPauseMs = 200;

/** The phone that changes a cart publishes its events itself. The server's message may come this much later, ms. */
const tablePauseMs = 200;

/** A cart that was just stored, so that it need not be read from the database again. */
interface JustDecided {
  readonly merchantId: string;
  readonly log: StoredCart;
}

/** Announces a changed cart to the session's group. Without `decided`, the session is read first. */
export type Announce = (sessionId: string, decided?: JustDecided) => Promise<void>;

/** Sends the newest state of a session to its table and the staff. Changes during a message go into the next one. */
export function createAnnounce(deps: HubDeps & { readonly db: Db }): Announce {
  const staffSoon = coalesce(staffPauseMs, async (merchantId) => await announceToStaff(deps, merchantId));
  const announceCart = createCartHints(deps);
  /** By session: the state that its next message announces. */
  const waiting = new Map<string, JustDecided | 'to be read'>();
  const readNewestState = async (sessionId: string): Promise<JustDecided> => {
    const known = waiting.get(sessionId);
    waiting.delete(sessionId);
    if (known !== undefined && known !== 'to be read')
      return { ...known, log: await readNewest(deps.db, known.log) };
    const { log, row } = await readSession(deps.db, sessionId);
    return { merchantId: row.merchant_id, log };
  };
  const turn = coalesce(tablePauseMs, async (sessionId) => {
    try {
      const { merchantId, log } = await readNewestState(sessionId);
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

/** Announces to the staff's screens that a table or an order has changed. */
export async function announceToStaff(deps: HubDeps, merchantId: string): Promise<void> {
  await publish(deps, createStaffGroup(merchantId), 'staffNews', {});
}

/** Announces a changed order to its table and the staff. */
export async function announceOrderChanged(
  deps: HubDeps,
  { merchantId, sessionId, orderId }: { merchantId: string; sessionId: string; orderId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, createTableGroup(sessionId), 'orderChanged', { sessionId, orderId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Announces to a table and the staff that the table's calls for staff have changed. */
export async function announceHelp(
  deps: HubDeps,
  { id: sessionId, merchantId }: { readonly id: string; readonly merchantId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, createTableGroup(sessionId), 'orderChanged', { sessionId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Announces to the diners that their session has ended, and to the staff that the table is free. */
export async function announceTableClosed(
  deps: HubDeps,
  merchantId: string,
  sessionId: string,
): Promise<void> {
  await Promise.all([
    publish(deps, createTableGroup(sessionId), 'tableClosed', { sessionId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Announces to the diners and the staff that the session moved. The phones then ask to which table. */
export async function announceMoved(deps: HubDeps, merchantId: string, sessionId: string): Promise<void> {
  await Promise.all([
    publish(deps, createTableGroup(sessionId), 'tableMoved', { sessionId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Announces that the table, cart, orders and calls of a session may all have changed. */
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

/** By this time the phones that left have found their own session, ms. */
const followMs = 2_000;

/** Announces that staff split a session again: diners `userIds` left `keptId`, and their phones ask for their table. */
export async function announceParted(
  deps: HubDeps & { readonly announce: Announce },
  merchantId: string,
  keptId: string,
  { sessionId, userIds }: { readonly sessionId: string; readonly userIds: readonly string[] },
): Promise<void> {
  const gone = userIds.map((userId) => ({ sessionId: keptId, userId, gone: true }));
  void deps.announce(keptId);
  await Promise.all([
    ...gone.map((data) => publish(deps, createTableGroup(keptId), 'presence', data)),
    announceMoved(deps, merchantId, keptId),
    announceAtTable(deps, merchantId, sessionId),
  ]);
  // This message makes every phone of the group read orders. A phone that is still leaving would be refused.
  setTimeout(() => void announceHelp(deps, { id: keptId, merchantId }), followMs).unref();
}

/**
 * Announces a new diner to the table and the staff. The server does it, because not every phone joins the group.
 * @param was the guest who logged in and now is this diner
 */
export async function announceNewcomer(
  deps: HubDeps & { readonly db: Db },
  { id: sessionId, merchantId }: { readonly id: string; readonly merchantId: string },
  userId: string,
  was?: string,
): Promise<void> {
  const group = createTableGroup(sessionId);
  const names = await readDinerNames(deps.db, [userId]);
  if (was !== undefined) await publish(deps, group, 'presence', { sessionId, userId: was, gone: true });
  const data = { sessionId, userId, userName: names.get(userId) ?? '', here: true, ...(was && { was }) };
  await Promise.all([publish(deps, group, 'presence', data), announceToStaff(deps, merchantId)]);
}

/** Announces a diner's new name to the tables where they sit, and to the staff. */
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
    void publish(deps, createTableGroup(sessionId), 'presence', { sessionId, userId, userName });
    await deps.announce(sessionId);
  }
}

/** Announces that staff removed a diner, and disconnects this diner's phones. */
export async function announceRemoval(
  deps: HubDeps & { readonly db: Db },
  { merchantId, sessionId, userId }: { merchantId: string; sessionId: string; userId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, createTableGroup(sessionId), 'presence', { sessionId, userId, gone: true }),
    disconnectDiner(deps, { sessionId, userId }),
    announceToStaff(deps, merchantId),
  ]);
}

/** Sessions whose last message is remembered. More than any restaurant has open; a forgotten one gets a full message. */
const mostRemembered = 2_000;

/** Sends a session's version, version vector and digest to its group. */
type CartHint = (
  sessionId: string,
  log: { readonly version: number; readonly view: CartView },
) => Promise<void>;

/**
 * Announces changed carts, in case the phone that made a change dies before it publishes its events. A message names only
 * the replicas with new events since the last message that the hub accepted. A phone that missed messages reads the cart
 * when it connects again.
 */
export function createCartHints(deps: HubDeps): CartHint {
  const announced = new Map<string, VersionVector>();
  return async (sessionId, { version, view }) => {
    const { known } = view;
    const news = selectMissing(announced.get(sessionId) ?? {}, known);
    announced.delete(sessionId);
    const data = { version, known: news, digest: hashView(view), sessionId };
    if (!(await publish(deps, createTableGroup(sessionId), 'cartChanged', data))) return;
    keepNewest(announced, sessionId, known, mostRemembered);
  };
}
