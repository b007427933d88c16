import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '#server/platform/config/config.ts';

export type CookieConfig = Pick<Config, 'tls' | 'publicUrl'>;

export interface StaffCookie {
  readonly name: string;
  readonly path: `/api/staff${string}`;
  readonly value: string;
  /** Seconds; 0 deletes the cookie. */
  readonly maxAge: number;
}

/** The header Set-Cookie. `SameSite=Strict` keeps other sites from sending requests in the name of staff. */
export function formatCookie({ tls, publicUrl }: CookieConfig, cookie: StaffCookie): string {
  const secure = tls !== undefined || publicUrl?.startsWith('https:') === true;
  return stringifySetCookie({ ...cookie, httpOnly: true, sameSite: 'strict', secure });
}

export function readCookie(header: (name: string) => string | undefined, name: string): string | undefined {
  return parseCookie(header('cookie') ?? '')[name] || undefined;
}
