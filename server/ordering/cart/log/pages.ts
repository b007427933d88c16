/** An answer that is too long for one is told in pages; a phone folds it when it has the last. */
import { compareText, parseEventId, type EventIdParts } from '#events/log/event-id.ts';
import type { Rejected, Snapshot } from '#events/records/records.ts';
import { blankVector, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { bytesOf } from '../rules/open-events.ts';

interface Answer {
  readonly snapshot: Snapshot;
  readonly rejected: readonly Rejected[];
}

export interface Page extends Answer {
  /** What the phone knows with this page; undefined: there is no other. */
  readonly more?: VersionVector;
}

/** @param known what the phone knew before */
export function firstPage(answer: Answer, known: VersionVector, mostBytes: number): Page {
  const items = itemsOf(answer);
  if (items.reduce((sum, { bytes }) => sum + bytes, 0) <= mostBytes) return answer;
  items.sort((a, b) => compareText(a.replicaId, b.replicaId) || a.seq - b.seq);
  const told = blankVector();
  let left = mostBytes;
  for (const { replicaId, seq, bytes } of items) {
    // One at least: whoever asks comes to an end.
    if (bytes > left && left < mostBytes) break;
    left -= bytes;
    told[replicaId] = seq;
  }
  const isTold = (id: string): boolean => {
    const { replicaId, seq } = parseEventId(id)!;
    return seq <= reach(told, replicaId);
  };
  const { snapshot, rejected } = answer;
  return {
    snapshot: { ...snapshot, events: snapshot.events?.filter(({ id }) => isTold(id)) },
    rejected: rejected
      .map(({ ids, code }) => ({ ids: ids.filter(isTold), code }))
      .filter(({ ids }) => ids.length > 0),
    more: union(known, told),
  };
}

function itemsOf({ snapshot, rejected }: Answer): (EventIdParts & { readonly bytes: number })[] {
  const items = (snapshot.events ?? []).map((event) => ({
    ...parseEventId(event.id)!,
    bytes: bytesOf(event),
  }));
  for (const { ids } of rejected)
    items.push(...ids.map((id) => ({ ...parseEventId(id)!, bytes: id.length + 3 })));
  return items;
}
