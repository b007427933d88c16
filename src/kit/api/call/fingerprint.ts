import { logBehaviour } from '../behaviour/behaviour-log.ts';
import { storageKeys } from '#src/kit/storage/storage-keys.ts';
import { localValue } from '#src/kit/storage/web-storage.ts';

let pending: Promise<string> | undefined;

/** The browser's fingerprint, computed once and kept; empty when it can't be had. No identity hangs on it (D17). */
export function fingerprint(): Promise<string> {
  return (pending ??= find());
}

/** The same if it is known already: what is only read does not wait for it. */
export function knownFingerprint(): string | undefined {
  return localValue.get(storageKeys.fingerprint);
}

async function find(): Promise<string> {
  const kept = localValue.get(storageKeys.fingerprint);
  if (kept) return kept;
  try {
    const { load } = await import('@fingerprintjs/fingerprintjs');
    const agent = await load();
    const { visitorId } = await agent.get();
    localValue.set(storageKeys.fingerprint, visitorId);
    return visitorId;
  } catch (error) {
    console.warn('the fingerprint could not be had', error);
    logBehaviour('fingerprint-id-failed');
    return '';
  }
}
