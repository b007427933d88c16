import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { TokenLimits } from '#server/platform/config/config.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';

/** `expired`: the token is no longer valid, but can be exchanged for a new one. */
type Verified = { readonly state: 'good' | 'expired'; readonly asker: Asker } | { readonly state: 'invalid' };

export type Tokens = ReturnType<typeof createTokens>;

const algorithm = 'HS256';

/** A phone sends the same token with every request, so its signature is checked once. */
const tokenCacheSize = 10_000;

interface Claims {
  readonly asker: Asker;
  /** Seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1)),
  sid: z.string().check(z.minLength(1)),
  kind: z.enum(['anonymous', 'guest', 'member']),
  merchantId: z.string().check(z.minLength(1)),
  iat: z.number(),
  exp: z.number(),
});

/** Issues and verifies signed tokens (JWT, HS256). @param secret of this installation, base64url of 32 bytes */
export function createTokens(secret: string, clock: Clock, { lifeSeconds, refreshSeconds }: TokenLimits) {
  const key = Buffer.from(secret, 'base64url');
  const countSeconds = () => Math.floor(clock.now() / 1000);
  const signed = new Map<string, Claims>();

  /** The claims of a token with a valid signature, even if it is expired. */
  const readSignedClaims = async (token: string): Promise<Claims | undefined> => {
    const claims = readClaims(await readPayload(token));
    if (!claims) return undefined;
    keepNewest(signed, token, claims, tokenCacheSize);
    return claims;
  };
  const readPayload = async (token: string): Promise<unknown> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'exp'],
      });
      return payload;
    } catch (error) {
      // The signature is checked before the time.
      return error instanceof errors.JWTExpired ? error.payload : undefined;
    }
  };

  return {
    async issue({ userId, kind, merchantId, loginId }: Asker): Promise<string> {
      const now = countSeconds();
      return await new SignJWT({ sid: loginId, kind, merchantId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifeSeconds)
        .sign(key);
    },
    async verify(token: string): Promise<Verified> {
      const claims = signed.get(token) ?? (await readSignedClaims(token));
      if (!claims) return { state: 'invalid' };
      const { asker, issuedAt, expiresAt } = claims;
      const now = countSeconds();
      if (now < expiresAt) return { state: 'good', asker };
      return now - issuedAt > refreshSeconds ? { state: 'invalid' } : { state: 'expired', asker };
    },
  };
}

function readClaims(payload: unknown): Claims | undefined {
  const claims = z.safeParse(claimsSchema, payload);
  if (!claims.success) return undefined;
  const { sub: userId, sid: loginId, kind, merchantId, iat: issuedAt, exp: expiresAt } = claims.data;
  return { asker: { userId, kind, merchantId, loginId }, issuedAt, expiresAt };
}
