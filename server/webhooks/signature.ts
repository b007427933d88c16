import { createHmac } from 'node:crypto';
import { sameSecret } from '#server/http/guard/same-secret.ts';

/** Of what is posted to others: `t=<ms>,v1=<hex>`, an HMAC-SHA256 with the shared secret over `<t>.<body>`. */
export function signatureOf(secret: string, body: string, now: number): string {
  const mac = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  return `t=${now},v1=${mac}`;
}

/** So far a sender's clock may be from this one, ms: whoever caught a message cannot send it again tomorrow. */
const tolerance = 10 * 60_000;

/** Why a signature of somebody else's is not taken; undefined: it is. */
export function signatureProblem(
  secret: string,
  body: string,
  { signature, now }: { readonly signature: string | undefined; readonly now: number },
): string | undefined {
  const at = Number(/^t=(\d{1,16}),v1=[0-9a-f]{64}$/.exec(signature ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(at)) return 'is missing, or is not like t=<ms>,v1=<hex>';
  if (!sameSecret(signature!, signatureOf(secret, body, at))) return 'is not that of this body';
  return Math.abs(now - at) > tolerance ? 'is of another time: sign each attempt anew' : undefined;
}
