import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '#server/deps.ts';
import type { Asker } from './who.ts';

/** How long a token is good for, seconds: longer than any dinner, shorter than a day. */
export const tokenLifeSeconds = 12 * 60 * 60;

export interface Tokens {
  issue(asker: Asker): Promise<string>;
  /** Who the token says, or why it says nothing. */
  verify(token: string): Promise<Asker | 'expired' | 'invalid'>;
}

const algorithm = 'HS256';

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1)),
  kind: z.enum(['anonymous', 'guest', 'member']),
  merchantId: z.string().check(z.minLength(1)),
});

/** Signed tokens (JWT, HS256); `secret` is this installation's, base64url of 32 bytes. */
export function createTokens(secret: string, clock: Clock): Tokens {
  const key = Buffer.from(secret, 'base64url');
  return {
    async issue({ userId, kind, merchantId }) {
      const now = Math.floor(clock.now() / 1000);
      return await new SignJWT({ kind, merchantId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLifeSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          currentDate: new Date(clock.now()),
          requiredClaims: ['sub', 'exp'],
        });
        const claims = z.safeParse(claimsSchema, payload);
        if (!claims.success) return 'invalid';
        const { sub, kind, merchantId } = claims.data;
        return { userId: sub, kind, merchantId };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
  };
}
