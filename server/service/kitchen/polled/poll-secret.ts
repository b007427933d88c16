/** The secret address of a printer that asks the server. Only a hash of the secret is stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { PrinterWay } from '#contract/calls/printers.ts';

/** People type it into the printer's own page if they cannot copy it. */
const secretBytes = 18;

export const composePollPath = (way: Exclude<PrinterWay, 'network'>, secret: string): string =>
  `/api/printers/${way}/${secret}`;

export function createPollSecret(way: Exclude<PrinterWay, 'network'>): {
  readonly path: string;
  readonly hash: string;
} {
  const secret = randomBytes(secretBytes).toString('base64url');
  return { path: composePollPath(way, secret), hash: hashPollSecret(secret) };
}

/** The secret is random, so a fast hash is enough. */
export function hashPollSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
