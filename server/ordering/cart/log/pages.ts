/** Splits a long answer into pages. A phone applies them when it has the last one. */
import { compareText, parseEventId, type EventIdParts } from '#events/log/event-id.ts';
import type { Rejected, Snapshot } from '#events/records/records.ts';
import { createVector, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { measureBytes } from '../rules/open-events.ts';

interface Answer {
  readonly snapshot: Snapshot;
  readonly rejected: readonly Rejected[];
}

export interface Page extends Answer {
  /** The events that the phone knows with this page. Undefined on the last page. */
  readonly more?: VersionVector;
}

/** @param known the events that the phone knew before */
export function createFirstPage(answer: Answer, known: VersionVector, mostBytes: number): Page {
  const items = listItems(answer);
  if (items.reduce((sum, { bytes }) => sum + bytes, 0) <= mostBytes) return answer;
  items.sort((a, b) => compareText(a.replicaId, b.replicaId) || a.seq - b.seq);
  const sent = createVector();
  let left = mostBytes;
  for (const { replicaId, seq, bytes } of items) {
    // Each page holds at least one event, so that the phone reaches the last page.
    if (bytes > left && left < mostBytes) break;
    left -= bytes;
    sent[replicaId] = seq;
  }
  const isSent = (id: string): boolean => {
    const { replicaId, seq } = parseEventId(id)!;
    return seq <= reach(sent, replicaId);
  };
  const { snapshot, rejected } = answer;
  return {
    snapshot: { ...snapshot, events: snapshot.events?.filter(({ id }) => isSent(id)) },
    rejected: rejected
      .map(({ ids, code }) => ({ ids: ids.filter(isSent), code }))
      .filter(({ ids }) => ids.length > 0),
    more: union(known, sent),
  };
}

function listItems({ snapshot, rejected }: Answer): (EventIdParts & { readonly bytes: number })[] {
  const items = (snapshot.events ?? []).map((event) => ({
    ...parseEventId(event.id)!,
    bytes: measureBytes(event),
  }));
  for (const { ids } of rejected)
    items.push(...ids.map((id) => ({ ...parseEventId(id)!, bytes: id.length + 3 })));
  return items;
}
