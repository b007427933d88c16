/** Whether this machine knows an IANA name like Asia/Taipei. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** All time zones differ from UTC by a multiple of 15 minutes. */
export const quarterMs = 3_600_000 / 4;
const offsets = new Map<string, number>();
const mostOffsets = 20_000;

/** Returns the offset of a time zone from UTC, ms. */
export function findOffset(timeZone: string, at: number): number {
  const quarter = Math.floor(at / quarterMs) * quarterMs;
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let format = formats.get(timeZone);
  if (!format) {
    const all = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...all });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]));
  const getPart = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!;
  const shown = Date.UTC(
    getPart('year'),
    getPart('month') - 1,
    getPart('day'),
    getPart('hour'),
    getPart('minute'),
  );
  const offset = shown - quarter;
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * Returns the moment at which a clock of that zone shows a time, ms since 1970. If the clock shows it twice, it is the
 * first.
 *
 * @param local as an input of type `datetime-local` has it. Other text gives NaN.
 */
export function toUtc(local: string, timeZone: string): number {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return NaN;
  const near = [shown - 24 * 3_600_000, shown, shown + 24 * 3_600_000].map(
    (at) => shown - findOffset(timeZone, at),
  );
  const isShownAt = (at: number) => at + findOffset(timeZone, at) === shown;
  return near.toSorted((a, b) => a - b).find(isShownAt) ?? near[0]!;
}
