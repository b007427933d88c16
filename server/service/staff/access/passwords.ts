import { createHash, createHmac } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';

export interface StaffPasswords {
  /** D60: outside a demonstration there may be none, and people come with a PIN or a code. */
  isThereFor(merchantId: string): boolean;
  isRight(merchantId: string, password: string): boolean;
  /** D35: names the merchant's password and does not tell it; another one has another mark. */
  markOf(merchantId: string): string;
}

/**
 * The merchant's own password holds, else the installation's, else the generated one.
 * @param secrets of this installation: `generated` is the password that holds when none is configured
 */
export function createStaffPasswords(
  { staffPassword, staffPasswords }: Pick<Config, 'staffPassword' | 'staffPasswords'>,
  { generated, marks }: { readonly generated: string | undefined; readonly marks: string },
): StaffPasswords {
  const passwordOf = (merchantId: string): string | undefined =>
    (Object.hasOwn(staffPasswords, merchantId) ? staffPasswords[merchantId] : undefined) ??
    staffPassword ??
    generated;
  return {
    isThereFor: (merchantId) => passwordOf(merchantId) !== undefined,
    isRight(merchantId, password) {
      const own = passwordOf(merchantId);
      return own !== undefined && isSameSecret(password, own);
    },
    markOf: (merchantId) =>
      createHmac('sha256', marks)
        .update(JSON.stringify([merchantId, passwordOf(merchantId)]))
        .digest('base64url'),
  };
}

/** A password that people can read out and type, made of one of the installation's secrets. */
export function shortSecret(secret: string): string {
  const letters = createHash('sha256').update(`staff ${secret}`).digest('hex').slice(0, 12);
  return letters.match(/.{4}/g)!.join('-');
}
