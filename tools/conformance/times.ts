/** Times that cannot be: read as 1970, or hours away from the server's own clock. */
import type { Timing } from './ask.ts';
import type { Steps } from './steps.ts';

/** Clocks differ, and a table is slow; more than this is another unit or another zone, ms. */
const mostMs = 15 * 60_000;

/** @param value what the server has just done, ms since 1970; 0: it says no time */
export function checkTime(
  steps: Steps,
  of: string,
  field: string,
  value: number,
  { serverNow }: Timing,
): void {
  if (value === 0) return;
  const isNear = Math.abs(value - serverNow) <= mostMs;
  const found = `${field} reads as ${new Date(value).toISOString()}`;
  const now = new Date(serverNow).toISOString();
  if (!isNear) steps.rule(`${of} tells when it was changed`, false, `${found}, at ${now}`);
}
