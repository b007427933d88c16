import * as z from 'zod/mini';

/** How often the build manifest is looked at, ms; also when the phone is taken up again. */
const askEvery = 5 * 60_000;

/** CH4: calls `note` whenever the server has another build than the one that runs. Returns how to stop looking. */
export function watchVersion(note: () => void): () => void {
  const ask = async () => {
    if (document.visibilityState === 'visible' && (await isNewVersionOut())) note();
  };
  const askNow = () => void ask();
  const timer = setInterval(askNow, askEvery);
  document.addEventListener('visibilitychange', askNow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', askNow);
  };
}

const manifestSchema = z.object({ id: z.string() });
const address = '/builds/latest.json';

/** True when the server has another build than the one that runs; false also when nobody can tell. */
async function isNewVersionOut(): Promise<boolean> {
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return false;
    const manifest = z.safeParse(manifestSchema, await answer.json());
    return manifest.success && manifest.data.id !== __BUILD_ID__;
  } catch {
    return false;
  }
}
