import type { Config } from '#server/platform/config/config.ts';
import type { Hub } from './hub.ts';

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
  readonly hub: Pick<Hub, 'isEmbedded'>;
}

/** The hub's address as the phone's browser can reach it. */
export function createPhoneAddress(
  { config, hub }: HubAccess,
  url: string,
  header: (name: string) => string | undefined,
): string {
  if (!hub.isEmbedded) return url;
  return findPublicAccessUrl(url, {
    host: header('host'),
    forwardedProto: header('x-forwarded-proto'),
    hasTls: config.tls !== undefined,
    publicUrl: config.publicUrl,
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
