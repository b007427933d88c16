/**
 * Encrypts the keys of other companies' services, so that a copy of the database or a backup does not contain them.
 * The encryption key comes from `SECRET_KEY`.
 *
 *     v1 . id of the key . nonce . ciphertext and tag        (base64url)
 *
 * The context, e.g. the restaurant and the kind of service, is authenticated as well. A row that somebody copies to
 * another restaurant cannot be decrypted there.
 *
 * To rotate: put the new key in front of the old one, restart, and remove the old one. The start encrypts all rows again.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** AES-256-GCM with a random nonce of 96 bits, as NIST SP 800-38D recommends. */
const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface SecretBox {
  /** @throws an Error if there is no key */
  encrypt(text: string, context: string): string;
  /** Returns undefined if no key fits, or if the text was changed or belongs to another context. */
  decrypt(sealed: string, context: string): string | undefined;
  /** Whether the newest key has encrypted this. */
  isCurrent(sealed: string): boolean;
  readonly hasKey: boolean;
}

/** @param keys the first one encrypts, and all decrypt */
export function createSecretBox(keys: readonly string[]): SecretBox {
  const derived = keys.map(deriveKey);
  const [newest] = derived;
  return {
    hasKey: newest !== undefined,
    encrypt(text, context) {
      if (!newest) throw new Error('there is no SECRET_KEY');
      const nonce = randomBytes(nonceBytes);
      const work = createCipheriv(cipher, newest.bytes, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([work.update(text, 'utf8'), work.final(), work.getAuthTag()]);
      return [version, newest.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    decrypt(sealed, context) {
      const [format, id, nonce = '', data = ''] = sealed.split('.');
      const key = derived.find((each) => each.id === id);
      if (format !== version || !key) return undefined;
      const bytes = Buffer.from(data, 'base64url');
      try {
        const work = createDecipheriv(cipher, key.bytes, Buffer.from(nonce, 'base64url'), {
          authTagLength: tagBytes,
        });
        work.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([work.update(bytes.subarray(0, -tagBytes)), work.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    isCurrent: (sealed) => newest !== undefined && sealed.split('.')[1] === newest.id,
  };
}

function deriveKey(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'lazy-susan connections', keyBytes));
  return { bytes, id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8) };
}
