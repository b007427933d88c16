import { isNewVersionOut, reloadOnce } from '#client/version/fresh-app.ts';

interface Waiting {
  /** ms after which a code that has not come counts as late. */
  readonly patience: number;
  /** False once the diner has gone elsewhere. */
  isWanted(): boolean;
  /** Asks the diner; true: try again, false: they stay where they are. `code` may come by itself meanwhile. */
  ask(code: Promise<unknown>): Promise<boolean>;
}

/**
 * Gets a page's code, however long it takes: the page before stays as it is (CH5). Where a newer version is out, the
 * code is in that one, and the app is loaded anew; else the diner is asked.
 *
 * @returns undefined when nobody waits for it any more
 */
export async function loadPatiently<Code>(
  load: () => Promise<Code>,
  waiting: Waiting,
): Promise<Code | undefined> {
  for (let tries = 1; ; tries += 1) {
    const code = load();
    const outcome = await soon(code, waiting.patience);
    if (outcome === 'here') return await code;
    if (!waiting.isWanted()) return undefined;
    // Some browsers answer a script that failed once with that failure until the page is loaded anew.
    const isAnew = outcome === 'failed' && ((await isNewVersionOut()) || tries > 2) && reloadOnce();
    if (isAnew || !(await waiting.ask(code))) return undefined;
  }
}

/** How the code stands, after `patience` at the latest. */
async function soon(code: Promise<unknown>, patience: number): Promise<'here' | 'failed' | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patience);
  });
  const told = code.then(
    () => 'here' as const,
    () => 'failed' as const,
  );
  const outcome = await Promise.race([told, late]);
  clearTimeout(timer);
  return outcome;
}
