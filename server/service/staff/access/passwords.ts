import { createHash, createHmac } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';

export interface StaffPasswords {
  /** False if no password is configured. Staff then log in by a PIN or a code. */
  isThereFor(merchantId: string): boolean;
  isRight(merchantId: string, password: string): boolean;
  /** Identifies the merchant's password without revealing it. Another password has another mark. */
  markOf(merchantId: string): string;
}

/**
 * The merchant's own password applies, else the installation's, else the generated one.
 * @param secrets of this installation; `generated` applies if no password is configured
 */
export function createStaffPasswords(
  { staffPassword, staffPasswords }: Pick<Config, 'staffPassword' | 'staffPasswords'>,
  { generated, marks }: { readonly generated: string | undefined; readonly marks: string },
): StaffPasswords {
  const findPassword = (merchantId: string): string | undefined =>
    (Object.hasOwn(staffPasswords, merchantId) ? staffPasswords[merchantId] : undefined) ??
    staffPassword ??
    generated;
  return {
    isThereFor: (merchantId) => findPassword(merchantId) !== undefined,
    isRight(merchantId, password) {
      const own = findPassword(merchantId);
      return own !== undefined && isSameSecret(password, own);
    },
    markOf: (merchantId) =>
      createHmac('sha256', marks)
        .update(JSON.stringify([merchantId, findPassword(merchantId)]))
        .digest('base64url'),
  };
}

/** A password that people can read out and type, derived from a secret of the installation. */
export function deriveShortSecret(secret: string): string {
  const letters = createHash('sha256').update(`staff ${secret}`).digest('hex').slice(0, 12);
  return letters.match(/.{4}/g)!.join('-');
}
