/** CX13: a browser that was logged in before has its own line for passwords, whatever others do behind its address. */
import { createHmac } from 'node:crypto';
import { deviceCookie } from '#contract/calls/staff.ts';
import { sameSecret } from '#server/http/same-secret.ts';
import type { Ids } from '#server/process/clock.ts';
import { cookieOf, setCookie, type CookieConfig } from './cookies.ts';

/** A tablet that lay in a drawer for a season is still known, seconds. */
const knownSeconds = 180 * 24 * 60 * 60;

export interface DeviceDeps {
  readonly ids: Ids;
  readonly config: CookieConfig;
  /** What the cookies are signed with. */
  readonly deviceSecret: string;
}

/** Which browser this is, if it was logged in at the merchant before. */
export function knownDevice(
  { deviceSecret }: Pick<DeviceDeps, 'deviceSecret'>,
  merchantId: string,
  header: (name: string) => string | undefined,
): string | undefined {
  const [id = '', mac = ''] = cookieOf(header, deviceCookie)?.split('.') ?? [];
  return id !== '' && sameSecret(mac, macOf(deviceSecret, merchantId, id)) ? id : undefined;
}

/** The header Set-Cookie that lets the browser be known from now on. */
export function rememberDevice(
  { ids, config, deviceSecret }: DeviceDeps,
  merchantId: string,
  known: string | undefined,
): string {
  const id = known ?? ids.next();
  const value = `${id}.${macOf(deviceSecret, merchantId, id)}`;
  return setCookie(config, { name: deviceCookie, path: '/api/staff/login', value, maxAge: knownSeconds });
}

function macOf(secret: string, merchantId: string, id: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['device', merchantId, id]))
    .digest('base64url');
}
