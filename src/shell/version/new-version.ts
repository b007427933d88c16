import * as z from 'zod/mini';

const manifestSchema = z.object({ id: z.string() });
const address = '/builds/latest.json';

/** True when the server has another build than the one that runs; false also when nobody can tell. */
export async function isNewVersionOut(): Promise<boolean> {
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return false;
    const manifest = z.safeParse(manifestSchema, await answer.json());
    return manifest.success && manifest.data.id !== __BUILD_ID__;
  } catch {
    return false;
  }
}
