import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '#server/deps.ts';
import type { Asker } from './who.ts';

export interface TokenLimits {
  /** How long a token is good for, seconds. */
  readonly lifeSeconds: number;
  /** How old a token may be to be refreshed, seconds; at least its life. */
  readonly refreshSeconds: number;
}

/** What a token comes to; `expired`: no longer good, but a new one is to be had for it. */
export type Verified =
  { readonly state: 'good' | 'expired'; readonly asker: Asker } | { readonly state: 'invalid' };

export interface Tokens {
  issue(asker: Asker): Promise<string>;
  verify(token: string): Promise<Verified>;
}

const algorithm = 'HS256';

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1)),
  sid: z.string().check(z.minLength(1)),
  kind: z.enum(['anonymous', 'guest', 'member']),
  merchantId: z.string().check(z.minLength(1)),
  iat: z.number(),
});

/**
 * Signed tokens (JWT, HS256); `secret` is this installation's, base64url of 32 bytes. The claim `sid` says the login
 * that a token is of: whether that has ended is for the database to say.
 */
export function createTokens(
  secret: string,
  clock: Clock,
  { lifeSeconds, refreshSeconds }: TokenLimits,
): Tokens {
  const key = Buffer.from(secret, 'base64url');
  const seconds = () => Math.floor(clock.now() / 1000);
  return {
    async issue({ userId, kind, merchantId, loginId }) {
      const now = seconds();
      return await new SignJWT({ sid: loginId, kind, merchantId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifeSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          currentDate: new Date(clock.now()),
          requiredClaims: ['sub', 'exp'],
        });
        const read = readClaims(payload);
        return read ? { state: 'good', asker: read.asker } : { state: 'invalid' };
      } catch (error) {
        // The signature is checked before the time.
        const read = error instanceof errors.JWTExpired ? readClaims(error.payload) : undefined;
        if (!read || seconds() - read.issuedAt > refreshSeconds) return { state: 'invalid' };
        return { state: 'expired', asker: read.asker };
      }
    },
  };
}

function readClaims(payload: unknown): { asker: Asker; issuedAt: number } | undefined {
  const claims = z.safeParse(claimsSchema, payload);
  if (!claims.success) return undefined;
  const { sub: userId, sid: loginId, kind, merchantId, iat: issuedAt } = claims.data;
  return { asker: { userId, kind, merchantId, loginId }, issuedAt };
}
