import { condense } from '#events/records/condense.ts';
import { forgetCovered, logOf } from '#events/records/log.ts';
import type { ArchivedPart } from '#sync/ports/storage.ts';

/** Limits of a phone's archive: the records of all its tables together, and their age. */
export const archiveLimits = { records: 5_000, ageMs: 7 * 24 * 3_600_000 };

interface PartSize {
  /** When the part was archived, ms. */
  readonly at: number;
  /** Its records, without the summary. */
  readonly count: number;
}

export function getPartSize({ at, records, summary }: ArchivedPart): PartSize {
  return { at, count: records.length - summary };
}

/** Returns how many of the newest parts are within the limits. @param parts oldest first  @param now ms */
export function countPartsToKeep(parts: readonly PartSize[], now: number): number {
  let room = archiveLimits.records;
  let kept = 0;
  for (const { at, count } of parts.toReversed()) {
    room -= count;
    if (room < 0 || now - at > archiveLimits.ageMs) break;
    kept += 1;
  }
  return kept;
}

/** Shortens a part that exceeds the limit of the whole archive: its first records are replaced by their summary. */
export function limitPart(part: ArchivedPart): ArchivedPart {
  const surplus = part.records.length - part.summary - archiveLimits.records;
  if (surplus <= 0) return part;
  const first = part.records.slice(0, part.summary + surplus);
  const summary = condense(forgetCovered(logOf(first)).log, part.at);
  return {
    ...part,
    summary: summary.length,
    records: [...summary, ...part.records.slice(first.length)],
  };
}
