/** Finds impossible times, for example 1970, or hours away from the server's clock. */
import type { Timing } from './ask.ts';
import type { Steps } from './steps.ts';

/** Largest plausible difference, ms. A larger one means that the server uses another unit or time zone. */
const maxDifferenceMs = 15 * 60_000;

/** Checks the time of a change that was made just now. @param value ms since 1970; 0: the server sent no time */
export function checkTime(
  steps: Steps,
  of: string,
  field: string,
  value: number,
  { serverNow }: Timing,
): void {
  if (value === 0) return;
  const isNear = Math.abs(value - serverNow) <= maxDifferenceMs;
  const found = `${field} reads as ${new Date(value).toISOString()}`;
  const now = new Date(serverNow).toISOString();
  if (!isNear) steps.rule(`${of} contains the time of its last change`, false, `${found}, at ${now}`);
}
