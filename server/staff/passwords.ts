import { createHash } from 'node:crypto';
import type { Config } from '#server/process/config.ts';
import { sameSecret } from '#server/http/same-secret.ts';

/**
 * True when this is the password of the merchant's staff: its own one, else the installation's.
 * @param generated the installation's when none is configured
 */
export function isStaffPassword(
  { staffPassword, staffPasswords }: Pick<Config, 'staffPassword' | 'staffPasswords'>,
  generated: string,
  merchantId: string,
  password: string,
): boolean {
  const own = Object.hasOwn(staffPasswords, merchantId) ? staffPasswords[merchantId] : undefined;
  return sameSecret(password, own ?? staffPassword ?? generated);
}

/** A password that people can read out and type, made of one of the installation's secrets. */
export function shortSecret(secret: string): string {
  const letters = createHash('sha256').update(`staff ${secret}`).digest('hex').slice(0, 12);
  return letters.match(/.{4}/g)!.join('-');
}
