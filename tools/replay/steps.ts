import type { Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { reach } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { createNamer, collectNames as namesById } from '#projections/replay/diner-names.ts';
import { Replay as DataReplay, type ReplayStep } from '#projections/replay/replay.ts';
import { effectCell } from './effects.ts';
import { recordWords, type NameOf } from './words.ts';
import type { Cell } from '../terminal/text-table.ts';

export interface ShownStep extends Omit<ReplayStep, 'effect'> {
  readonly who: string;
  readonly what: string;
  readonly effect: Cell;
}

export interface Replay {
  readonly steps: readonly ShownStep[];
  readonly log: Log;
  readonly view: CartView;
}

/** @param from so many records at the beginning are taken in at once, without steps */
export function replaySteps(records: readonly LogRecord[], nameOf: NameOf, from = 0): Replay {
  const replay = new DataReplay(records.slice(0, from));
  for (const record of records.slice(from)) replay.add(record);
  const { steps, log, view } = replay;
  return {
    steps: steps.map(({ effect, ...step }) => ({
      ...step,
      who: who(step.record, nameOf),
      what: recordWords(step.record),
      effect: effectCell(step.record, effect, nameOf),
    })),
    log,
    view,
  };
}

/** Names from the events of all these logs: each diner's latest; where two bear the same one, with the id. */
export function collectNames(logs: readonly (readonly LogRecord[])[]): NameOf {
  return createNamer(namesById(logs));
}

/** What has become of an own event so far; empty for what others wrote. */
export function fateOf(record: LogRecord, log: Log): Cell {
  if (record.from !== 'local' || !('event' in record)) return { text: '' };
  const { id } = record.event;
  const code = log.rejected.get(id);
  if (code !== undefined) return { text: `rejected: ${code}`, colour: 'red' };
  const version = log.accepted.get(id);
  if (version !== undefined) return { text: `accepted, version ${version}`, colour: 'green' };
  const entry = log.entries.get(id);
  const isCovered = entry && entry.seq <= reach(log.covers, entry.replicaId);
  return isCovered ? { text: 'accepted', colour: 'green' } : { text: 'pending', colour: 'yellow' };
}

/** Time of day (UTC) of a wall clock in ms. */
export function timeWord(t: number): string {
  const date = new Date(t);
  return Number.isNaN(date.getTime()) ? String(t) : date.toISOString().slice(11, 23);
}

/** Day of a wall clock in ms. */
export function dayWord(t: number): string {
  const date = new Date(t);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/** The table shows times alone: a row of its own says where another day begins. */
export function withDays(
  rows: readonly { readonly t: number; readonly cells: readonly Cell[] }[],
  column: number,
): (readonly Cell[])[] {
  return rows.flatMap(({ t, cells }, index) => {
    const day = dayWord(t);
    const isSame = day === '' || index === 0 || day === dayWord(rows[index - 1]!.t);
    if (isSame) return [cells];
    return [
      cells.map((_, each): Cell => (each === column ? { text: day, colour: 'bold' } : { text: '' })),
      cells,
    ];
  });
}

function who(record: LogRecord, nameOf: NameOf): string {
  return 'event' in record ? nameOf(record.event.userId) : '';
}
