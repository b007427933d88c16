import type { Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { reach } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { createNamer, collectNames as namesById } from '#projections/replay/diner-names.ts';
import { Replay as DataReplay, type ReplayStep } from '#projections/replay/replay.ts';
import { createEffectCell } from './effects.ts';
import { describeRecord, type NameOf } from './words.ts';
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

/**
 * Replays records and describes each one.
 * @param from number of records at the beginning that are merged without steps
 */
export function replaySteps(records: readonly LogRecord[], nameOf: NameOf, from = 0): Replay {
  const replay = new DataReplay(records.slice(0, from));
  for (const record of records.slice(from)) replay.add(record);
  const { steps, log, view } = replay;
  return {
    steps: steps.map(({ effect, ...step }) => ({
      ...step,
      who: nameAuthor(step.record, nameOf),
      what: describeRecord(step.record),
      effect: createEffectCell(step.record, effect, nameOf),
    })),
    log,
    view,
  };
}

/** Returns the latest name of each diner in these logs. If two diners have the same name, it includes the id. */
export function collectNames(logs: readonly (readonly LogRecord[])[]): NameOf {
  return createNamer(namesById(logs));
}

/** Returns the state of an own event: pending, accepted or rejected. Empty for the events of others. */
export function createStateCell(record: LogRecord, log: Log): Cell {
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

/** Returns the time of day in UTC. @param t ms since 1970 */
export function formatTime(t: number): string {
  const date = new Date(t);
  return Number.isNaN(date.getTime()) ? String(t) : date.toISOString().slice(11, 23);
}

/** Returns the day in UTC. @param t ms since 1970 */
export function formatDay(t: number): string {
  const date = new Date(t);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/** Adds a row where a new day begins, because the other rows show only the time of day. */
export function addDayRows(
  rows: readonly { readonly t: number; readonly cells: readonly Cell[] }[],
  column: number,
): (readonly Cell[])[] {
  return rows.flatMap(({ t, cells }, index) => {
    const day = formatDay(t);
    const isSame = day === '' || index === 0 || day === formatDay(rows[index - 1]!.t);
    if (isSame) return [cells];
    return [
      cells.map((_, each): Cell => (each === column ? { text: day, colour: 'bold' } : { text: '' })),
      cells,
    ];
  });
}

function nameAuthor(record: LogRecord, nameOf: NameOf): string {
  return 'event' in record ? nameOf(record.event.userId) : '';
}
