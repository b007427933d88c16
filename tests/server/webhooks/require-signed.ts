import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Requires the signature of the standard's library. Ignores its age, because tests have their own clock. */
export function requireSigned(secret: string, body: string, headers: Headers): void {
  const [id, time, signature] = ['id', 'timestamp', 'signature'].map((part) =>
    String(headers[`webhook-${part}`]),
  );
  const signer = new Webhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' });
  expect(signature).toBe(signer.sign(id!, new Date(Number(time) * 1000), body));
}
