import { setTimeout as pause } from 'node:timers/promises';

/** ms for what needs only the page, or a server that can be reached. */
export const usual = 15_000;
/** ms for what needs a phone to notice that its network is back: it asks again at growing intervals. */
export const reconnecting = 40_000;

/** What the driver answers while React puts one rendering in the place of another: asking again helps. */
const passing = new Set([
  'StaleElementReferenceError',
  'ElementClickInterceptedError',
  'ElementNotInteractableError',
  'JavascriptError',
  // WebKit's answer when it is asked for the name or role of what has just been hidden.
  'WebDriverError',
]);

/** Asks until there is an answer; rejects after `ms` with what was waited for and the last that stood in the way. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  ms = usual,
): Promise<T> {
  const deadline = Date.now() + ms;
  let obstacle = '';
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      obstacle = '';
    } catch (error) {
      if (!(error instanceof Error) || !passing.has(error.name)) throw error;
      obstacle = ` (${error.name}: ${error.message.split('\n', 1)[0]})`;
    }
    if (Date.now() > deadline) throw new Error(`waited ${ms / 1000} s for ${what}${obstacle}`);
    await pause(50);
  }
}

/** The work's own result, or a rejection after `ms`: a driver that hangs answers nothing at all. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then(
    () => Promise.reject(new Error(`${what} took longer than ${ms / 1000} s`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
