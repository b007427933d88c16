/** CX13: a browser that was logged in before has its own line for passwords, whatever others do behind its address. */
import { createHash, createHmac } from 'node:crypto';
import { deviceCookie } from '#contract/calls/staff.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import { allFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readCookie, formatCookie, type CookieConfig } from './cookies.ts';

/** A tablet that lay in a drawer for a season is still known, seconds. */
const knownSeconds = 180 * 24 * 60 * 60;

export interface DeviceDeps {
  readonly db: Db;
  readonly ids: Ids;
  readonly config: CookieConfig;
  /** What the cookies are signed with. */
  readonly deviceSecret: string;
}

/** Which browser this is, if it was logged in at the merchant before, and not forgotten since. */
export async function identifyDevice(
  { db, deviceSecret }: Pick<DeviceDeps, 'db' | 'deviceSecret'>,
  merchantId: string,
  header: (name: string) => string | undefined,
): Promise<string | undefined> {
  // The one without a name of its own was for all restaurants, and signed for the one of the last login.
  const brought = [cookieName(merchantId), deviceCookie].flatMap((name) => readCookie(header, name) ?? []);
  if (brought.length === 0) return undefined;
  const times = await readTimesForgotten(db, merchantId);
  return brought
    .map((value) => value.split('.'))
    .find(([id = '', mac = '']) => isSameSecret(mac, macOf(deviceSecret, merchantId, id, times)))?.[0];
}

/** Each restaurant's own: a device may be used at several. */
function cookieName(merchantId: string): string {
  // Not every id may stand in the name of a cookie.
  return `${deviceCookie}-${createHash('sha256').update(merchantId).digest('hex').slice(0, 12)}`;
}

/** The header Set-Cookie that lets the browser be known from now on. @param known what it was known as */
export async function rememberDevice(
  { db, ids, config, deviceSecret }: DeviceDeps,
  merchantId: string,
  known?: string,
): Promise<string> {
  const id = known ?? ids.next();
  const mac = macOf(deviceSecret, merchantId, id, await readTimesForgotten(db, merchantId));
  const cookie = {
    name: cookieName(merchantId),
    path: '/api/staff/login',
    value: `${id}.${mac}`,
  } as const;
  return formatCookie(config, { ...cookie, maxAge: knownSeconds });
}

const timesKey = (merchantId: string) => `staff-devices:${merchantId}`;

/** From now on no device of the merchant is known: whoever has one of them needs more than a PIN. */
export async function forgetDevices(db: Db, merchantId: string): Promise<void> {
  const value = String((await readTimesForgotten(db, merchantId)) + 1);
  await db
    .insertInto('meta')
    .values({ key: timesKey(merchantId), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** For all who knock at one moment together: however many bring a made-up cookie, one look at a time is under way (D37). */
const readTimesForgotten: (db: Db, merchantId: string) => Promise<number> = createBatcher(
  async (db, merchantIds) => {
    const rows = await db
      .selectFrom('meta')
      .select(['key', 'value'])
      .where('key', 'in', [...new Set(merchantIds.map(timesKey))])
      .execute();
    const times = new Map(rows.map(({ key, value }) => [key, Number(value)]));
    return allFulfilled(merchantIds.map((merchantId) => times.get(timesKey(merchantId)) ?? 0));
  },
  { most: 500, underWay: 1 },
);

function macOf(secret: string, merchantId: string, id: string, times: number): string {
  // Those that were never forgotten are known as they were before this was counted.
  const facts = ['device', merchantId, id, ...(times > 0 ? [times] : [])];
  return createHmac('sha256', secret).update(JSON.stringify(facts)).digest('base64url');
}
