/**
 * The devices that get notifications. A subscription belongs to one person on one device, and lasts while the person is
 * logged in there:
 *
 *     turned on ──► notified ──┬─ the login ends by itself ──► silent ──┬─ the same person logs in ──► notified
 *                              │                                        └─ another person, or 60 days ──► deleted
 *                              └─ log-out, turned off, person removed, ended by the browser ──► deleted
 */
import { createHash } from 'node:crypto';
import type { PushKind, PushChoice } from '#contract/calls/push.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { rightsOfRole, type StaffRole } from '#contract/staff-rights.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

/** Of the restaurant. */
const most = 500;
/** A subscription is deleted if its device has not been used for this long, ms. */
const forgottenAfterMs = 60 * 24 * 60 * 60_000;

/** A person and their device. */
export interface Subscriber {
  readonly merchantId: string;
  /** The hash of the login. */
  readonly session: string;
  readonly person: string;
  readonly now: number;
}

export interface NewSubscription extends PushChoice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: LanguageCode;
  /** The address of this server, as the browser knows it. */
  readonly origin: string;
}

/** The browser gives each subscription an address of its own. */
function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

/** Stores a subscription in place of the earlier one of this device. @returns false if there are too many */
export async function storeSubscription(
  db: Db,
  { merchantId, session, person, now }: Subscriber,
  { kinds, ...given }: NewSubscription,
): Promise<boolean> {
  const id = idOf(given.endpoint);
  const { count } = await db
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return false;
  const login = await db
    .selectFrom('staff_sessions')
    .select('person_id')
    .where('id_hash', '=', session)
    .executeTakeFirst();
  const row = {
    ...given,
    merchant_id: merchantId,
    session,
    person,
    person_id: login?.person_id ?? null,
    kinds: JSON.stringify(kinds),
    renewed_at: now,
    problem: null,
  };
  await db
    .insertInto('push_subscriptions')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  return true;
}

interface Stored {
  readonly choice: PushChoice;
  readonly problem: string | null;
}

/** Returns the person's subscription on this device, for their present login. Deletes one of another person. */
export async function renewSubscription(
  db: Db,
  { merchantId, session, person, now }: Subscriber,
  endpoint: string,
): Promise<Stored | undefined> {
  const id = idOf(endpoint);
  const row = await db
    .updateTable('push_subscriptions')
    .set({ session, renewed_at: now })
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .where('person', '=', person)
    .returning(['kinds', 'station', 'problem'])
    .executeTakeFirst();
  if (!row) {
    await deleteSubscriptions(db, { id });
    return undefined;
  }
  return {
    choice: { kinds: JSON.parse(row.kinds) as PushKind[], station: row.station },
    problem: row.problem,
  };
}

export async function endSubscription(db: Db, endpoint: string): Promise<boolean> {
  return await deleteSubscriptions(db, { id: idOf(endpoint) });
}

/** Deletes the subscriptions of a device, a login, a person or a restaurant. @returns whether it deleted any */
export async function deleteSubscriptions(
  db: Db | Trx,
  of: {
    readonly id?: string;
    readonly session?: string;
    readonly person_id?: string;
    readonly merchant_id?: string;
  },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where(({ and, eb }) =>
      and(Object.entries(of).map(([column, value]) => eb(column as keyof typeof of, '=', value))),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the subscriptions of devices that nobody has used for long. */
export async function deleteForgotten(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('renewed_at', '<', now - forgottenAfterMs)
    .execute();
}

/** The subscriptions whose person is logged in and still works there, or is an owner of the restaurant's head. */
function selectLive(db: Db | Trx, now: number) {
  return db
    .selectFrom('push_subscriptions as sub')
    .innerJoin('staff_sessions as login', 'login.id_hash', 'sub.session')
    .leftJoin('staff_people as p', 'p.id', 'login.person_id')
    .leftJoin('chain_branches as branch', 'branch.merchant_id', 'sub.merchant_id')
    .where('login.expires_at', '>', now)
    .where(({ or, eb }) =>
      or([eb('login.person_id', 'is', null), eb('p.removed_at', 'is', null).and('p.id', 'is not', null)]),
    )
    .where(({ or, and, eb }) =>
      or([
        eb('login.merchant_id', '=', eb.ref('sub.merchant_id')),
        and([
          eb('login.merchant_id', '=', eb.ref('branch.head_id')),
          or([eb('login.person_id', 'is', null), eb('p.role', '=', 'owner')]),
        ]),
      ]),
    );
}

export interface LiveSubscription {
  readonly id: string;
  readonly person: string;
  readonly station: string | null;
  readonly role: StaffRole;
}

/** Returns the subscribers to notify of this. The kitchen is notified of orders only. */
export async function listSubscribersOf(
  trx: Trx,
  merchantId: string,
  { kind, now }: { readonly kind: PushKind; readonly now: number },
): Promise<LiveSubscription[]> {
  const rows = await selectLive(trx, now)
    .where('sub.merchant_id', '=', merchantId)
    .select(['sub.id', 'sub.person', 'sub.station', 'sub.kinds', 'p.role'])
    .execute();
  return rows
    .map(({ role, kinds, ...row }) => ({
      ...row,
      role: role ?? ('owner' as const),
      kinds: JSON.parse(kinds) as PushKind[],
    }))
    .filter(({ kinds, role }) => kinds.includes(kind) && listKindsOf(role).includes(kind));
}

/** What a person of this role may be notified of. */
export function listKindsOf(role: StaffRole): readonly PushKind[] {
  return rightsOfRole[role].includes('service') ? ['orders', 'calls', 'payments'] : ['orders'];
}

/** Returns a subscription with its keys and the language of its person. undefined: the subscription has ended, or nobody is logged in on the device. */
export async function readLiveSubscription(db: Db, id: string, now: number) {
  return await selectLive(db, now)
    .where('sub.id', '=', id)
    .select(['sub.endpoint', 'sub.p256dh', 'sub.auth', 'sub.origin', 'sub.station', 'sub.person'])
    .select(({ fn, ref }) => fn.coalesce(ref('p.language'), ref('sub.language')).as('language'))
    .select('p.role')
    .executeTakeFirst();
}

/** Records whether the last notification arrived. @param problem null: it did */
export async function recordPush(db: Db, id: string, problem: string | null): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ problem })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      problem === null
        ? eb('problem', 'is not', null)
        : or([eb('problem', 'is', null), eb('problem', '<>', problem)]),
    )
    .execute();
}

/** The people whose last notification did not arrive. */
export async function listFailingPeople(db: Db, merchantId: string, now: number): Promise<string[]> {
  const rows = await selectLive(db, now)
    .where('sub.merchant_id', '=', merchantId)
    .where('sub.problem', 'is not', null)
    .select('sub.person')
    .distinct()
    .orderBy('sub.person')
    .limit(20)
    .execute();
  return rows.map(({ person }) => person);
}
