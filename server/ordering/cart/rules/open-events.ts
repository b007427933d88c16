/** Counts a table's open events (those that are not stable), and limits them, so that no diner fills the table's log. */
import { rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Log, LogEntry } from '#events/records/log.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';

export interface Usage {
  readonly events: number;
  /** Of their JSON. A diner's own usage leaves out `seen`, which grows with the number of other phones. */
  readonly bytes: number;
  /** Events of types that this program does not know. No clear removes them. */
  readonly unknown: number;
}

export interface OpenEvents {
  readonly table: Usage;
  readonly diners: ReadonlyMap<string, Usage>;
}

const none: Usage = { events: 0, bytes: 0, unknown: 0 };

export const nothingOpen: OpenEvents = { table: none, diners: new Map() };

export function countOpen({ entries }: Log, stable: VersionVector): OpenEvents {
  return addOpen(
    nothingOpen,
    [...entries.values()].filter(({ replicaId, seq }) => seq > reach(stable, replicaId)),
  );
}

export function addOpen({ table, diners }: OpenEvents, entries: readonly LogEntry[]): OpenEvents {
  let all = table;
  const next = new Map(diners);
  for (const entry of entries) {
    const { userId } = entry.event;
    all = addUsage(all, entry, measureBytes(entry.event));
    next.set(userId, addUsage(next.get(userId) ?? none, entry, ownBytesOf(entry.event)));
  }
  return { table: all, diners: next };
}

/**
 * The rejection code of the budget that this event would break: `unknownEvents` and `dinerFull` are its diner's, and
 * `tableFull` is the table's. A diner with few open events is never rejected because of others. A clear may exceed the
 * budget, because it frees it.
 */
export function findBrokenBudget(
  { table, diners }: OpenEvents,
  { event, upcast }: LogEntry,
): string | undefined {
  const own = diners.get(event.userId) ?? none;
  const { ofDiner, ofTable, reserved, clearsBeyond } = limits.open;
  if (event.type === 'cartCleared')
    return own.events < ofDiner.events + clearsBeyond ? undefined : rejections.dinerFull;
  if (!upcast && (own.unknown >= ofDiner.unknown || table.unknown >= ofTable.unknown))
    return rejections.unknownEvents;
  const hasRoom = (usage: Usage, most: Omit<Usage, 'unknown'>, bytes: number): boolean =>
    usage.events < most.events && usage.bytes + bytes <= most.bytes;
  const bytes = ownBytesOf(event);
  if (!hasRoom(own, ofDiner, bytes)) return rejections.dinerFull;
  const isFree = hasRoom(own, reserved, bytes) || hasRoom(table, ofTable, measureBytes(event));
  return isFree ? undefined : rejections.tableFull;
}

function addUsage({ events, bytes, unknown }: Usage, { upcast }: LogEntry, more: number): Usage {
  return { events: events + 1, bytes: bytes + more, unknown: unknown + (upcast ? 0 : 1) };
}

/** Events are immutable, so each is measured once. */
const sizes = new WeakMap<AnyEvent, number>();
const encoder = new TextEncoder();

/** Bytes of the event in an answer. */
export function measureBytes(event: AnyEvent): number {
  let bytes = sizes.get(event);
  if (bytes === undefined) sizes.set(event, (bytes = encoder.encode(JSON.stringify(event)).length));
  return bytes;
}

function ownBytesOf(event: AnyEvent): number {
  return measureBytes(event) - JSON.stringify(event.seen).length;
}
