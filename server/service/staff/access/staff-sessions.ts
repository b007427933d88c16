import { createHash } from 'node:crypto';
import type { LanguageCode } from '#contract/http/headers.ts';
import { staffCookie } from '#contract/calls/staff.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { createStaffGroup } from '#server/ordering/realtime/table-group.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import { deleteSubscriptions } from '#server/platform/push/subscriptions.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readCookie, formatCookie, type CookieConfig } from './cookies.ts';
import type { StaffPasswords } from './passwords.ts';

/** A long working day, ms. */
const sessionMs = 16 * 60 * 60 * 1000;

export interface StaffSessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: CookieConfig;
  readonly passwords: StaffPasswords;
}
type HeaderOf = (name: string) => string | undefined;

/**
 * Opens a session. The database stores only a hash of the cookie.
 * @param name as the person entered it
 * @param personId null: the owner, who logged in by the password or a code
 * @returns the header Set-Cookie
 */
export async function openStaffSession(
  { db, clock, ids, config, passwords }: StaffSessionDeps,
  merchantId: string,
  name: string,
  personId: string | null = null,
): Promise<string> {
  const now = clock.now();
  const id = ids.next() + ids.next();
  await db.deleteFrom('staff_sessions').where('expires_at', '<', now).execute();
  await db
    .insertInto('staff_sessions')
    .values({
      id_hash: hashOf(id),
      merchant_id: merchantId,
      created_at: now,
      expires_at: now + sessionMs,
      // Null keeps an older server, which knows no roles, from accepting the session as the owner's.
      password_mark: personId === null ? passwords.markOf(merchantId) : null,
      name,
      person_id: personId,
    })
    .execute();
  return formatSessionCookie(config, id, sessionMs / 1000);
}

/** @returns the header Set-Cookie that deletes the cookie */
export async function closeStaffSession({ db, config }: StaffSessionDeps, header: HeaderOf): Promise<string> {
  const id = readCookie(header, staffCookie);
  if (id !== undefined) {
    await deleteSubscriptions(db, { session: hashOf(id) });
    await db.deleteFrom('staff_sessions').where('id_hash', '=', hashOf(id)).execute();
  }
  return createEndedSessionCookie(config);
}

/** The session of the cookie. Its person must still work there, or its password must still be the present one. */
export async function findStaffSession(
  { db, clock, passwords }: StaffSessionDeps,
  header: HeaderOf,
): Promise<Staff | undefined> {
  const cookie = readCookie(header, staffCookie);
  if (cookie === undefined) return undefined;
  const session = await db
    .selectFrom('staff_sessions as s')
    .leftJoin('staff_people as p', (join) =>
      join.onRef('p.id', '=', 's.person_id').on('p.removed_at', 'is', null),
    )
    .select(['s.merchant_id', 's.id_hash', 's.password_mark', 's.name', 's.person_id'])
    .select(['p.name as person', 'p.role'])
    .where('s.id_hash', '=', hashOf(cookie))
    .where('s.expires_at', '>', clock.now())
    .executeTakeFirst();
  if (!session) return undefined;
  const { merchant_id: merchantId, id_hash: key, name, person, role } = session;
  if (session.person_id !== null)
    return role === null || person === null
      ? undefined
      : { merchantId, may: { role }, by: { kind: 'staff', name: person }, key };
  if (session.password_mark !== passwords.markOf(merchantId)) return undefined;
  return { merchantId, may: { role: 'owner' }, by: { kind: 'staff', name: name ?? '' }, key };
}

/** Stores the language of the session's person. @returns whether the session has a person */
export async function chooseSessionLanguage(
  db: Db,
  { key }: Pick<Staff, 'key'>,
  language: LanguageCode,
): Promise<boolean> {
  const person = db.selectFrom('staff_sessions').select('person_id').where('id_hash', '=', key);
  const { numUpdatedRows } = await db
    .updateTable('staff_people')
    .set({ language })
    .where('id', '=', person)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the sessions that were opened with former passwords, so that they stay ended if such a password is used again. */
export async function endSessionsOfOtherPasswords({
  db,
  passwords,
}: Pick<StaffSessionDeps, 'db' | 'passwords'>): Promise<void> {
  const merchants = await db.selectFrom('staff_sessions').select('merchant_id').distinct().execute();
  for (const { merchant_id: merchantId } of merchants)
    await db
      .deleteFrom('staff_sessions')
      .where('merchant_id', '=', merchantId)
      .where('person_id', 'is', null)
      .where((row) =>
        row.or([row('password_mark', 'is', null), row('password_mark', '<>', passwords.markOf(merchantId))]),
      )
      .execute();
}

/** Ends all sessions of the merchant's staff page and disconnects its screens. @returns how many ended */
export async function endAllStaffSessions(
  { db, hub, log }: Pick<StaffSessionDeps, 'db'> & Pick<HubDeps, 'hub' | 'log'>,
  merchantId: string,
): Promise<number> {
  await deleteSubscriptions(db, { merchant_id: merchantId });
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  disconnectScreens({ hub, log }, merchantId);
  return Number(numDeletedRows);
}

/** Disconnects the screens from the hub. Screens with a valid session connect again. */
export function disconnectScreens({ hub, log }: Pick<HubDeps, 'hub' | 'log'>, merchantId: string): void {
  const group = createStaffGroup(merchantId);
  hub.client
    .group(group)
    .closeAllConnections()
    .catch((error: unknown) =>
      log.warn({ err: error, group }, 'connections could not be closed after a logout'),
    );
}

/** The header Set-Cookie that deletes the session's cookie. */
export function createEndedSessionCookie(config: CookieConfig): string {
  return formatSessionCookie(config, '', 0);
}

function formatSessionCookie(config: CookieConfig, value: string, maxAge: number): string {
  return formatCookie(config, { name: staffCookie, path: '/api/staff', value, maxAge });
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
