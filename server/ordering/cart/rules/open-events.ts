/** What is open at a table (not settled, F4) by diner, and the budgets that it keeps to: nobody fills a table for others. */
import { rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Log, LogEntry } from '#events/records/log.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';

export interface Usage {
  readonly events: number;
  /** Of their JSON; a diner's without `seen`, whose length is the others' doing. */
  readonly bytes: number;
  /** E7: events that this program does not know; no clear makes them void. */
  readonly unknown: number;
}

export interface OpenEvents {
  readonly table: Usage;
  readonly diners: ReadonlyMap<string, Usage>;
}

const none: Usage = { events: 0, bytes: 0, unknown: 0 };

export const nothingOpen: OpenEvents = { table: none, diners: new Map() };

export function openIn({ entries }: Log, settled: VersionVector): OpenEvents {
  return withOpen(
    nothingOpen,
    [...entries.values()].filter(({ replicaId, seq }) => seq > reach(settled, replicaId)),
  );
}

export function withOpen({ table, diners }: OpenEvents, entries: readonly LogEntry[]): OpenEvents {
  let all = table;
  const next = new Map(diners);
  for (const entry of entries) {
    const { userId } = entry.event;
    all = plus(all, entry, bytesOf(entry.event));
    next.set(userId, plus(next.get(userId) ?? none, entry, ownBytesOf(entry.event)));
  }
  return { table: all, diners: next };
}

/**
 * The budget that this event would break, as the code that refuses it: `unknownEvents` and `dinerFull` are its diner's,
 * `tableFull` the table's. A diner who has little open is never refused for what others have. A clear may go beyond: it
 * is what gives the budget back.
 */
export function brokenBudget({ table, diners }: OpenEvents, { event, upcast }: LogEntry): string | undefined {
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
  const isFree = hasRoom(own, reserved, bytes) || hasRoom(table, ofTable, bytesOf(event));
  return isFree ? undefined : rejections.tableFull;
}

function plus({ events, bytes, unknown }: Usage, { upcast }: LogEntry, more: number): Usage {
  return { events: events + 1, bytes: bytes + more, unknown: unknown + (upcast ? 0 : 1) };
}

/** An event never changes. */
const sizes = new WeakMap<AnyEvent, number>();
const encoder = new TextEncoder();

/** What the event takes in an answer. */
export function bytesOf(event: AnyEvent): number {
  let bytes = sizes.get(event);
  if (bytes === undefined) sizes.set(event, (bytes = encoder.encode(JSON.stringify(event)).length));
  return bytes;
}

function ownBytesOf(event: AnyEvent): number {
  return bytesOf(event) - JSON.stringify(event.seen).length;
}
