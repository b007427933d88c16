import { load } from '@fingerprintjs/fingerprintjs';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** Letters of the library's id. A server may have room for no more. */
const idLength = 32;
const randomBytes = 10;

/**
 * An id of this browser, kept from then on. Phones of one model have one fingerprint, and a server may know guests by it:
 * so its end is random, once for each browser (D17).
 */
export async function loadFingerprint(): Promise<string> {
  const agent = await load();
  const { visitorId } = await agent.get();
  // Another tab may have been faster.
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
