import { createHmac } from 'node:crypto';

/** Of what is posted to others: `t=<ms>,v1=<hex>`, an HMAC-SHA256 with the shared secret over `<t>.<body>`. */
export function signatureOf(secret: string, body: string, now: number): string {
  const mac = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  return `t=${now},v1=${mac}`;
}
