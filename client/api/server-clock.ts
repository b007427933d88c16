/** undefined: the server has not said its time. */
let offsetMs: number | undefined;
/** CX3: the server says its time with every answer, as ours does. */
let isKnownEventServer = false;
/** By the header `Date`, exact to the second; undefined: no answer bore one that this page may read. */
let dateOffsetMs: number | undefined;
let answered = () => {};
const firstAnswer = new Promise<void>((resolve) => {
  answered = resolve;
});
/** How long it is waited for, ms. */
const firstAnswerTimeoutMs = 1_000;

/** T3: learns how far the phone's clock is from the server's, from the time in an answer that came `at` (both ms). */
export function setServerTime(serverTime: number, at = Date.now()): void {
  offsetMs = serverTime - at;
  isKnownEventServer = true;
}

/** Every answer that came passes here. @param date the header `Date`; null: none that may be read */
export function setServerDate(date: string | null, at = Date.now()): void {
  const time = Date.parse(date ?? '');
  if (time > 0) dateOffsetMs = time - at;
  answered();
}

/** The page itself was written by a server of ours. */
export function markEventServer(): void {
  isKnownEventServer = true;
  answered();
}

/** The phone's clock corrected by the server's, ms. */
export function correctedNow(): number {
  return Date.now() + (offsetMs ?? 0);
}

/** The server's own time, ms; undefined where no answer told it: two clocks say nothing about each other. */
export function serverNow(): number | undefined {
  const offset = offsetMs ?? dateOffsetMs;
  return offset === undefined ? undefined : Date.now() + offset;
}

/** Whether the server has more calls than the contract's (CX). Waits for its first answer. */
export async function isEventServer(): Promise<boolean> {
  await Promise.race([firstAnswer, new Promise((resolve) => setTimeout(resolve, firstAnswerTimeoutMs))]);
  return isKnownEventServer;
}
