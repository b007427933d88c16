import { condense } from '#events/records/condense.ts';
import { forgetCovered, logOf } from '#events/records/log.ts';
import type { ArchivedPart } from '#sync/ports/storage.ts';

/** G2: the archive of a phone holds so many records, of all its tables together, and none that is older. */
export const archiveLimits = { records: 5_000, ageMs: 7 * 24 * 3_600_000 };

/** What the bounds count: when a part was put away, ms, and how many records it adds to the part before. */
interface PartSize {
  readonly at: number;
  readonly count: number;
}

export function getPartSize({ at, records, summary }: ArchivedPart): PartSize {
  return { at, count: records.length - summary };
}

/** How many of the newest parts stay; `parts` from the oldest to the newest. */
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

/** The part with no more records than the archive holds: the first ones give way to their summary. */
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
