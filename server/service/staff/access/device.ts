/**
 * Recognises browsers in which staff logged in before, by a signed cookie. Such a device may use PINs, and has its own
 * queue for passwords, so that strangers behind the same address cannot delay it.
 *
 * "Forgetting" all devices increases a counter that is part of the signature, which makes every older cookie invalid.
 */
import { createHash, createHmac } from 'node:crypto';
import { deviceCookie } from '#contract/calls/staff.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import { markFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readCookie, formatCookie, type CookieConfig } from './cookies.ts';

/** A tablet is still known after half a year in a drawer, seconds. */
const knownSeconds = 180 * 24 * 60 * 60;

export interface DeviceDeps {
  readonly db: Db;
  readonly ids: Ids;
  readonly config: CookieConfig;
  /** The key that signs the cookies. */
  readonly deviceSecret: string;
}

/** The id of this browser, if staff of the merchant logged in there before, and it was not forgotten since. */
export async function identifyDevice(
  { db, deviceSecret }: Pick<DeviceDeps, 'db' | 'deviceSecret'>,
  merchantId: string,
  header: (name: string) => string | undefined,
): Promise<string | undefined> {
  // Older servers used one cookie for all restaurants, signed for the restaurant of the last login.
  const brought = [composeCookieName(merchantId), deviceCookie].flatMap(
    (name) => readCookie(header, name) ?? [],
  );
  if (brought.length === 0) return undefined;
  const times = await readTimesForgotten(db, merchantId);
  return brought
    .map((value) => value.split('.'))
    .find(([id = '', mac = '']) => isSameSecret(mac, computeMac(deviceSecret, merchantId, id, times)))?.[0];
}

/** One cookie per restaurant, because a device may be used at several. */
function composeCookieName(merchantId: string): string {
  // A hash, because a merchant id may contain characters that a cookie's name may not.
  return `${deviceCookie}-${createHash('sha256').update(merchantId).digest('hex').slice(0, 12)}`;
}

/** The header Set-Cookie by which the browser is recognised from now on. @param known its present id */
export async function rememberDevice(
  { db, ids, config, deviceSecret }: DeviceDeps,
  merchantId: string,
  known?: string,
): Promise<string> {
  const id = known ?? ids.next();
  const mac = computeMac(deviceSecret, merchantId, id, await readTimesForgotten(db, merchantId));
  const cookie = {
    name: composeCookieName(merchantId),
    path: '/api/staff/login',
    value: `${id}.${mac}`,
  } as const;
  return formatCookie(config, { ...cookie, maxAge: knownSeconds });
}

const buildTimesKey = (merchantId: string) => `staff-devices:${merchantId}`;

/** Forgets all devices of the merchant, so that a stolen tablet needs a password or a code again. */
export async function forgetDevices(db: Db, merchantId: string): Promise<void> {
  const value = String((await readTimesForgotten(db, merchantId)) + 1);
  await db
    .insertInto('meta')
    .values({ key: buildTimesKey(merchantId), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Reads the counters for all requests of one moment together, so that a flood of invalid cookies costs one query at a time. */
const readTimesForgotten: (db: Db, merchantId: string) => Promise<number> = createBatcher(
  async (db, merchantIds) => {
    const rows = await db
      .selectFrom('meta')
      .select(['key', 'value'])
      .where('key', 'in', [...new Set(merchantIds.map(buildTimesKey))])
      .execute();
    const times = new Map(rows.map(({ key, value }) => [key, Number(value)]));
    return markFulfilled(merchantIds.map((merchantId) => times.get(buildTimesKey(merchantId)) ?? 0));
  },
  { most: 500, underWay: 1 },
);

function computeMac(secret: string, merchantId: string, id: string, times: number): string {
  // Without the counter if it is 0, so that cookies from before it existed stay valid.
  const facts = ['device', merchantId, id, ...(times > 0 ? [times] : [])];
  return createHmac('sha256', secret).update(JSON.stringify(facts)).digest('base64url');
}
