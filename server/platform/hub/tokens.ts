/** HS256 tokens: those clients and REST callers bring, and the one a session needs to come back. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import * as z from 'zod/mini';

export interface ClientGrant {
  /** The token's `sub`; undefined for an anonymous connection. */
  readonly userId: string | undefined;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

export interface TokenError {
  /** `groups`: the token is genuine, its group claim is not usable; `invalid`: wrong key, algorithm, shape or `nbf`. */
  readonly kind: 'missing' | 'expired' | 'invalid' | 'audience' | 'groups';
}

type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: TokenError };

export type Tokens = ReturnType<typeof createTokens>;

interface TokenOptions {
  /** Base of every audience, without a trailing slash, e.g. `http://127.0.0.1:41234/rt`. */
  readonly endpoint: string;
  /** UTF-8 text, used as it stands (not base64). At least 32 bytes. */
  readonly accessKey: string;
  readonly now: () => number;
  readonly clockSkewMs: number;
}

/** RFC 7518 3.2: an HS256 key has at least the 256 bits of the hash. */
const minKeyBytes = 32;
/** The service's own lifetime for a reconnection token. */
const reconnectionLifetimeMs = 7 * 24 * 3600 * 1000;
/** Tells the hub's own tokens from those callers make: no access token passes as a reconnection token. */
const reconnectionIssuer = 'embedded-hub-reconnection';

const maxGroupName = 1024;

const textOrList = z.optional(z.union([z.string(), z.array(z.string())]));
const clientClaims = z.object({ sub: z.optional(z.string()), role: textOrList });
const groupClaim = z.object({ 'webpubsub.group': textOrList });

export function createTokens(options: TokenOptions) {
  assertKeyLength(options.accessKey);
  const key = createSecretKey(Buffer.from(options.accessKey, 'utf8'));
  const { origin } = new URL(options.endpoint);
  const clientAudience = `${options.endpoint}/client/hubs/`;

  return {
    /** @param hub as in the request's path; compared without case. */
    checkClient: async (token: string | null, hub: string): Promise<Checked<ClientGrant>> => {
      const verified = await verify(token, key, options);
      if (!verified.ok) return verified;
      const names = audiences(verified.value).filter((audience) => audience.startsWith(clientAudience));
      const isForHub = names.some(
        (name) => name.slice(clientAudience.length).toLowerCase() === hub.toLowerCase(),
      );
      return isForHub ? readGrant(verified.value) : failed('audience');
    },
    /** @param rawUrl request target exactly as received; the audience is that URL with or without its query. */
    checkRest: async (token: string | null, rawUrl: string): Promise<Checked<null>> => {
      const verified = await verify(token, key, options);
      if (!verified.ok) return verified;
      const url = origin + rawUrl;
      const withoutQuery = url.split('?', 1)[0];
      const isForCall = audiences(verified.value).some((name) => name === url || name === withoutQuery);
      return isForCall ? { ok: true, value: null } : failed('audience');
    },
    issueReconnection: (connectionId: string): Promise<string> =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(reconnectionIssuer)
        .setAudience(connectionId)
        .setExpirationTime(Math.floor((options.now() + reconnectionLifetimeMs) / 1000))
        .sign(key),
    isReconnection: async (token: string, connectionId: string): Promise<boolean> => {
      const verified = await verify(token, key, options);
      return (
        verified.ok &&
        verified.value.iss === reconnectionIssuer &&
        audiences(verified.value).includes(connectionId)
      );
    },
  };
}

/** Throws a RangeError on a key that HS256 must not be used with. */
export function assertKeyLength(accessKey: string): void {
  if (Buffer.byteLength(accessKey) < minKeyBytes)
    throw new RangeError(`accessKey needs at least ${minKeyBytes} bytes`);
}

async function verify(
  token: string | null,
  key: KeyObject,
  { now, clockSkewMs }: TokenOptions,
): Promise<Checked<JWTPayload>> {
  if (token === null || token === '') return failed('missing');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      clockTolerance: clockSkewMs / 1000,
      currentDate: new Date(now()),
      requiredClaims: ['exp'],
    });
    return { ok: true, value: payload };
  } catch (error) {
    return failed(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
  }
}

function readGrant(payload: JWTPayload): Checked<ClientGrant> {
  const claims = clientClaims.safeParse(payload);
  if (!claims.success) return failed('invalid');
  const groupClaims = groupClaim.safeParse(payload);
  if (!groupClaims.success) return failed('groups');
  const groups = list(groupClaims.data['webpubsub.group']);
  if (groups.some((group) => group === '' || group.length > maxGroupName)) return failed('groups');
  return { ok: true, value: { userId: claims.data.sub, roles: list(claims.data.role), groups } };
}

function failed(kind: TokenError['kind']): { readonly ok: false; readonly error: TokenError } {
  return { ok: false, error: { kind } };
}

function list(claim: string | readonly string[] | undefined): readonly string[] {
  if (claim === undefined) return [];
  return typeof claim === 'string' ? [claim] : claim;
}

function audiences(payload: JWTPayload): readonly string[] {
  return list(payload.aud);
}
