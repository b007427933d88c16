import { load } from '@fingerprintjs/fingerprintjs';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** Length of the library's id. Servers may not store a longer one. */
const idLength = 32;
const randomBytes = 10;

/**
 * Returns this browser's id and stores it at the first call. All phones of one model have the same fingerprint, and some
 * servers identify guests by it. So its end is replaced by random digits, once for each browser.
 */
export async function loadFingerprint(): Promise<string> {
  const agent = await load();
  const { visitorId } = await agent.get();
  // Another tab may have stored an id meanwhile.
  const kept = localValue.get(storageKeys.getFingerprint);
  if (kept) return kept;
  const own = Array.from(crypto.getRandomValues(new Uint8Array(randomBytes)), toHex).join('');
  const id = visitorId.slice(0, idLength - own.length) + own;
  localValue.set(storageKeys.getFingerprint, id);
  return id;
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
