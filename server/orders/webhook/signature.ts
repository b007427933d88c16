import { createHmac } from 'node:crypto';

/** The header by which a receiver knows that a delivery is this server's, and how old it is. */
export const signatureHeader = 'Lazy-Susan-Signature';

/**
 * `t=<ms>,v1=<hex>`: an HMAC-SHA256 with the shared secret over `<t>.<body>`. The receiver works it out anew over the
 * bytes that it got, and refuses what is older than a few minutes.
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const mac = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  return `t=${now},v1=${mac}`;
}
