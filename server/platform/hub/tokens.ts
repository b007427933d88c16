/**
 * The hub's tokens, all signed with HS256 and the access key: access tokens of clients, tokens of REST callers, and the
 * reconnection tokens with which clients continue a session.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import * as z from 'zod/mini';

export interface ClientGrant {
  /** The token's `sub`. Undefined for an anonymous connection. */
  readonly userId: string | undefined;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

export interface TokenError {
  /** `invalid`: wrong key, algorithm, shape or `nbf`. `groups`: the token is genuine, but its group claim is not usable. */
  readonly kind: 'missing' | 'expired' | 'invalid' | 'audience' | 'groups';
}

type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: TokenError };

export type Tokens = ReturnType<typeof createTokens>;

interface TokenOptions {
  /** The base of every audience, without a slash at its end, e.g. `http://127.0.0.1:41234/rt`. */
  readonly endpoint: string;
  /** At least 32 bytes of UTF-8 text, which are the key itself (not base64). */
  readonly accessKey: string;
  readonly now: () => number;
  readonly clockSkewMs: number;
}

/** HS256 needs a key of at least 256 bits (RFC 7518, section 3.2). */
const minKeyBytes = 32;
/** The lifetime of a reconnection token, as in the service. */
const reconnectionLifetimeMs = 7 * 24 * 3600 * 1000;
/** Only the hub issues tokens with this issuer, so an access token never counts as a reconnection token. */
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
    /** @param hub the name in the request's path, in any case */
    checkClient: async (token: string | null, hub: string): Promise<Checked<ClientGrant>> => {
      const verified = await verify(token, key, options);
      if (!verified.ok) return verified;
      const names = listAudiences(verified.value).filter((audience) => audience.startsWith(clientAudience));
      const isForHub = names.some(
        (name) => name.slice(clientAudience.length).toLowerCase() === hub.toLowerCase(),
      );
      return isForHub ? readGrant(verified.value) : reject('audience');
    },
    /** @param rawUrl the request target as received. The audience must be that URL, with or without its query. */
    checkRest: async (token: string | null, rawUrl: string): Promise<Checked<null>> => {
      const verified = await verify(token, key, options);
      if (!verified.ok) return verified;
      const url = origin + rawUrl;
      const withoutQuery = url.split('?', 1)[0];
      const isForCall = listAudiences(verified.value).some((name) => name === url || name === withoutQuery);
      return isForCall ? { ok: true, value: null } : reject('audience');
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
        listAudiences(verified.value).includes(connectionId)
      );
    },
  };
}

/** Throws a RangeError if the key is too short for HS256. */
export function assertKeyLength(accessKey: string): void {
  if (Buffer.byteLength(accessKey) < minKeyBytes)
    throw new RangeError(`accessKey needs at least ${minKeyBytes} bytes`);
}

async function verify(
  token: string | null,
  key: KeyObject,
  { now, clockSkewMs }: TokenOptions,
): Promise<Checked<JWTPayload>> {
  if (token === null || token === '') return reject('missing');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      clockTolerance: clockSkewMs / 1000,
      currentDate: new Date(now()),
      requiredClaims: ['exp'],
    });
    return { ok: true, value: payload };
  } catch (error) {
    return reject(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
  }
}

function readGrant(payload: JWTPayload): Checked<ClientGrant> {
  const claims = clientClaims.safeParse(payload);
  if (!claims.success) return reject('invalid');
  const groupClaims = groupClaim.safeParse(payload);
  if (!groupClaims.success) return reject('groups');
  const groups = toList(groupClaims.data['webpubsub.group']);
  if (groups.some((group) => group === '' || group.length > maxGroupName)) return reject('groups');
  return { ok: true, value: { userId: claims.data.sub, roles: toList(claims.data.role), groups } };
}

function reject(kind: TokenError['kind']): { readonly ok: false; readonly error: TokenError } {
  return { ok: false, error: { kind } };
}

function toList(claim: string | readonly string[] | undefined): readonly string[] {
  if (claim === undefined) return [];
  return typeof claim === 'string' ? [claim] : claim;
}

function listAudiences(payload: JWTPayload): readonly string[] {
  return toList(payload.aud);
}
