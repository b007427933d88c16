import type { Config } from '#server/platform/config/config.ts';
import type { Hub } from './hubs.ts';

interface ReachedBy {
  readonly host: string | undefined;
  /** From the proxy: `http` or `https`. The first of a list counts. */
  readonly forwardedProto: string | undefined;
  readonly hasTls: boolean;
  /** The configured public origin. It takes precedence over the request's headers. */
  readonly publicUrl: string | undefined;
}

export interface HubAccess {
  readonly config: Pick<Config, 'publicUrl' | 'tls'>;
  /** Whether phones reach the hub through this server. Then the host of its address is replaced. */
  readonly hubIsEmbedded: boolean;
}

/** The hub's address as the phone's browser can reach it. */
export function createPhoneAddress(
  { config, hubIsEmbedded }: HubAccess,
  hub: Pick<Hub, 'publicUrl'>,
  url: string,
  header: (name: string) => string | undefined,
): string {
  const publicUrl = hubIsEmbedded ? config.publicUrl : hub.publicUrl;
  // Azure, or a hub that browsers reach under the same name as this server does.
  if (!hubIsEmbedded && publicUrl === undefined) return url;
  return findPublicAccessUrl(url, {
    host: header('host'),
    forwardedProto: header('x-forwarded-proto'),
    hasTls: config.tls !== undefined,
    publicUrl,
  });
}

/** Replaces protocol and host. Returns the same address if the public origin is unknown. */
export function findPublicAccessUrl(
  accessUrl: string,
  { host, forwardedProto, hasTls, publicUrl }: ReachedBy,
): string {
  const proto = forwardedProto?.split(',', 1)[0]!.trim().toLowerCase();
  const isSecure = proto === undefined || proto === '' ? hasTls : proto === 'https';
  const origin = publicUrl ?? (host ? `${isSecure ? 'https' : 'http'}://${host}` : undefined);
  if (origin === undefined || !URL.canParse(origin)) return accessUrl;
  const reached = new URL(origin);
  const { pathname, search } = new URL(accessUrl);
  return `${reached.protocol === 'https:' ? 'wss' : 'ws'}://${reached.host}${pathname}${search}`;
}
