import { loadCode } from '#client/api/api-error.ts';
import { provideSnapshotParts, getSnapshotParts, type SnapshotParts } from '#sync/protocols/registry.ts';

/** Loads the code for snapshot servers, once. Rejects with an ApiError if it cannot be loaded. */
export async function loadSnapshotParts(): Promise<SnapshotParts> {
  return (
    getSnapshotParts() ??
    provideSnapshotParts(await loadCode(() => import('#sync/protocols/snapshot/snapshot-parts.ts')))
  );
}

/** Calls `map` with the code for snapshot servers: at once, or when it is loaded. */
export function callWithSnapshotParts<T>(map: (parts: SnapshotParts) => T): T | Promise<T> {
  const parts = getSnapshotParts();
  return parts ? map(parts) : loadSnapshotParts().then(map);
}
