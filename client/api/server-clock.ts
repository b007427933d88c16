/** Server time minus phone time, from the header of an event server. undefined before the first such answer. */
let offsetMs: number | undefined;
/** An event server sends its time with every answer. Snapshot servers do not. */
let isKnownEventServer = false;
/** The same from the header `Date`, exact to the second. undefined if no answer had one that this page may read. */
let dateOffsetMs: number | undefined;
let resolveFirstAnswer = () => {};
const firstAnswer = new Promise<void>((resolve) => {
  resolveFirstAnswer = resolve;
});
const firstAnswerTimeoutMs = 1_000;

/** Sets the server's time from an answer that arrived `at` (both ms). Only event servers send it. */
export function setServerTime(serverTime: number, at = Date.now()): void {
  offsetMs = serverTime - at;
  isKnownEventServer = true;
}

/**
 * Records the header `Date`. Call it for every answer.
 * @param date null if the answer has no such header, or the page may not read it
 */
export function setServerDate(date: string | null, at = Date.now()): void {
  const time = Date.parse(date ?? '');
  if (time > 0) dateOffsetMs = time - at;
  resolveFirstAnswer();
}

/** Records that an event server wrote this page. */
export function markEventServer(): void {
  isKnownEventServer = true;
  resolveFirstAnswer();
}

/** The phone's clock corrected by the server's, ms. */
export function getCorrectedTime(): number {
  return Date.now() + (offsetMs ?? 0);
}

/** The server's time, ms. undefined if no answer contained it, because the phone's clock may be wrong. */
export function getServerTime(): number | undefined {
  const offset = offsetMs ?? dateOffsetMs;
  return offset === undefined ? undefined : Date.now() + offset;
}

/** Whether the server has more calls than the contract's. Waits up to one second for its first answer. */
export async function isEventServer(): Promise<boolean> {
  await Promise.race([firstAnswer, new Promise((resolve) => setTimeout(resolve, firstAnswerTimeoutMs))]);
  return isKnownEventServer;
}
