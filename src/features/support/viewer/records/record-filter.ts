/** Filters the records of the axis for the list. */
import type { LogRecord } from '#events/records/records.ts';
import { createFateLookup, type Fate } from '#projections/replay/fates.ts';
import type { ReplayStep } from '#projections/replay/replay.ts';
import { isFollowed, everything, type Follow } from '../logs/follow.ts';
import type { PlacedService, TableOfLogs } from '../logs/table-of-logs.ts';

export const recordKinds = [
  'all',
  'changed',
  'nothing',
  'rejected',
  'removed',
  'blocked',
  'pending',
  'service',
] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface RecordFilter {
  readonly kind: RecordKind;
  readonly search: string;
  readonly of: Follow;
}

export const noFilter: RecordFilter = { kind: 'all', search: '', of: everything };

/** For each phone, a function that returns the final state of an event at the end of that phone's log. */
export function createFateLookups({ phones }: TableOfLogs): ((id: string) => Fate | undefined)[] {
  return phones.map(({ replay }) => createFateLookup(replay.reading));
}

/** The positions of the axis, from 1, whose records pass the filter. @param textOf the text in which the search looks */
export function listPositions(
  { axis, phones }: TableOfLogs,
  filter: RecordFilter,
  fates: readonly ((id: string) => Fate | undefined)[],
  textOf: (step: ReplayStep) => string,
): number[] {
  const words = splitSearch(filter);
  const found: number[] = [];
  for (const [at, { phone, index }] of axis.entries()) {
    const step = phones[phone]!.replay.steps[index]!;
    if (!isOfKind(filter.kind, step, fates[phone]!) || !isFollowed(filter.of, step)) continue;
    if (words.length > 0) {
      const text = textOf(step).toLocaleLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
    }
    found.push(at + 1);
  }
  return found;
}

/** The events after an order that pass the filter. @param textOf the text in which the search looks */
export function listService(
  { service }: TableOfLogs,
  filter: RecordFilter,
  textOf: (placed: PlacedService) => string,
): readonly PlacedService[] {
  if (filter.kind !== 'all' && filter.kind !== 'service') return [];
  const words = splitSearch(filter);
  return service.filter((placed) => {
    if (filter.of.kind === 'line') return false;
    if (filter.of.kind === 'diner' && placed.event.by.userId !== filter.of.userId) return false;
    if (words.length === 0) return true;
    const text = textOf(placed).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function splitSearch({ search }: RecordFilter): string[] {
  return search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
}

/** The ids of the events in a record. */
export function listIds(record: LogRecord): readonly string[] {
  if ('event' in record) return [record.event.id];
  if ('rejected' in record) return record.rejected.ids;
  return 'accepted' in record ? record.accepted.ids : [];
}

function isOfKind(
  kind: RecordKind,
  { record, effect }: ReplayStep,
  fateOf: (id: string) => Fate | undefined,
) {
  switch (kind) {
    case 'all':
      return true;
    case 'service':
      return false;
    case 'changed':
      return effect.nothing === undefined;
    case 'nothing':
      return effect.nothing !== undefined;
    case 'rejected':
      return 'rejected' in record || ('event' in record && fateOf(record.event.id)?.kind === 'rejected');
    case 'removed':
    case 'blocked':
    case 'pending':
      return 'event' in record && fateOf(record.event.id)?.kind === kind;
    default:
      return kind satisfies never;
  }
}
