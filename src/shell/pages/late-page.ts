import { isNewVersionOut, reloadOnce } from '#client/version/app-update.ts';

interface Options {
  /** ms after which code that is not loaded counts as late. */
  readonly timeoutMs: number;
  /** False once the diner has gone to another page. */
  isWanted(): boolean;
  /** Asks the diner whether to try again. Also resolves with true if the late `code` arrives meanwhile. */
  ask(code: Promise<unknown>): Promise<boolean>;
}

/**
 * Loads a page's code and repeats it as long as the diner agrees. If a newer version of the app is out, the old code is
 * gone from the server, so the app is reloaded instead.
 * @returns undefined if the diner has gone elsewhere, stays on the old page, or the app reloads
 */
export async function loadPatiently<Code>(
  load: () => Promise<Code>,
  { timeoutMs, isWanted, ask }: Options,
): Promise<Code | undefined> {
  for (let tries = 1; ; tries += 1) {
    const code = load();
    const outcome = await waitForCode(code, timeoutMs);
    if (outcome === 'loaded') return await code;
    if (!isWanted()) return undefined;
    // Some browsers repeat a script's first failure until the page is reloaded.
    const reloads = outcome === 'failed' && ((await isNewVersionOut()) || tries > 2) && reloadOnce();
    if (reloads || !(await ask(code))) return undefined;
  }
}

async function waitForCode(code: Promise<unknown>, timeoutMs: number): Promise<'loaded' | 'failed' | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  const settled = code.then(
    () => 'loaded' as const,
    () => 'failed' as const,
  );
  const outcome = await Promise.race([settled, late]);
  clearTimeout(timer);
  return outcome;
}
