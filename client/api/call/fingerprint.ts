import { load } from '@fingerprintjs/fingerprintjs';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** Length of the library's id. Servers may not store a longer one. */
const idLength = 32;
const randomBytes = 10;

/**
 * Returns this browser's id. The first call creates and stores it.
 *
 * All phones of one model have the same fingerprint, but some servers identify guests by this id. The end of the
 * fingerprint is therefore replaced by random digits.
 */
export async function loadFingerprint(): Promise<string> {
  const agent = await load();
  const { visitorId } = await agent.get();
  // Another tab may have stored an id meanwhile.
  const stored = localValue.get(storageKeys.fingerprint);
  if (stored) return stored;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(randomBytes)), toHex).join('');
  const id = visitorId.slice(0, idLength - random.length) + random;
  localValue.set(storageKeys.fingerprint, id);
  return id;
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
