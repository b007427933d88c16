import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { headers } from '#contract/headers.ts';
import { codes } from '#contract/codes.ts';
import { staffCookie, staffTokenHeader } from '#contract/calls/staff.ts';
import type { Clock, Ids } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import type { Db } from '#server/store/transactions.ts';
import { statusRefusal } from '#server/http/routes/route.ts';
import { sameSecret } from '#server/http/same-secret.ts';

/** A long day at the counter, ms. */
const sessionMs = 16 * 60 * 60 * 1000;

export interface StaffSessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: Pick<Config, 'staffToken' | 'tls' | 'publicUrl'>;
}
type HeaderOf = (name: string) => string | undefined;

/** Opens a session; answers the header Set-Cookie. The database keeps a hash of the cookie alone. */
export async function openStaffSession(
  { db, clock, ids, config }: StaffSessionDeps,
  merchantId: string,
): Promise<string> {
  const now = clock.now();
  const id = ids.next() + ids.next();
  await db.deleteFrom('staff_sessions').where('expires_at', '<', now).execute();
  await db
    .insertInto('staff_sessions')
    .values({ id_hash: hashOf(id), merchant_id: merchantId, created_at: now, expires_at: now + sessionMs })
    .execute();
  return cookieOf(config, id, sessionMs / 1000);
}

export async function closeStaffSession({ db, config }: StaffSessionDeps, header: HeaderOf): Promise<string> {
  const id = idOf(header);
  if (id !== undefined) await db.deleteFrom('staff_sessions').where('id_hash', '=', hashOf(id)).execute();
  return cookieOf(config, '', 0);
}

/** The merchant by the staff page's cookie, or by the header Staff-Token. A Refusal 401 for anybody else. */
export async function staffMerchant(
  { db, clock, config }: StaffSessionDeps,
  header: HeaderOf,
): Promise<string> {
  const token = header(staffTokenHeader);
  if (token !== undefined) {
    const merchantId = header(headers.merchantId);
    if (config.staffToken !== undefined && sameSecret(token, config.staffToken) && merchantId)
      return merchantId;
    throw statusRefusal(
      codes.unauthorized,
      `The header ${staffTokenHeader} is wrong, or ${headers.merchantId} is missing`,
    );
  }
  const id = idOf(header);
  const session =
    id === undefined
      ? undefined
      : await db
          .selectFrom('staff_sessions')
          .select('merchant_id')
          .where('id_hash', '=', hashOf(id))
          .where('expires_at', '>', clock.now())
          .executeTakeFirst();
  if (!session) throw statusRefusal(codes.unauthorized, 'Log in at the staff page first');
  return session.merchant_id;
}

function idOf(header: HeaderOf): string | undefined {
  return parseCookie(header('cookie') ?? '')[staffCookie] || undefined;
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** Strict: no other site's page can make the browser send it, so nobody acts in the staff's name. */
function cookieOf({ tls, publicUrl }: StaffSessionDeps['config'], value: string, maxAge: number): string {
  const secure = tls !== undefined || publicUrl?.startsWith('https:') === true;
  return stringifySetCookie({
    name: staffCookie,
    value,
    path: '/api/staff',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge,
  });
}

/** The merchant's own password holds, else the installation's, else the `generated` one. */
export function isStaffPassword(
  { staffPassword, staffPasswords }: Pick<Config, 'staffPassword' | 'staffPasswords'>,
  generated: string,
  merchantId: string,
  password: string,
): boolean {
  const own = Object.hasOwn(staffPasswords, merchantId) ? staffPasswords[merchantId] : undefined;
  return sameSecret(password, own ?? staffPassword ?? generated);
}

/** A password that people can read out and type, made of one of the installation's secrets. */
export function shortSecret(secret: string): string {
  const letters = createHash('sha256').update(`staff ${secret}`).digest('hex').slice(0, 12);
  return letters.match(/.{4}/g)!.join('-');
}
