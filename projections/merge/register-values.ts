/**
 * The registers of the table. The last live event of a type sets its register, unless the snapshot has a later stamp
 * for it (V5d).
 */
import { mapRegisters, pickRegisters, registers } from '#events/cart/registers.ts';
import type { RegisterFacts, RegisterField, RegisterOf, RegisterValues } from '#events/cart/registers.ts';
import type { ValueStamp } from '#events/cart/register.ts';
import { compareStamps } from '#events/log/clock.ts';
import { compareText } from '#events/log/event-id.ts';
import { compareEntries, type Knowledge, type LogEntry } from '#events/records/log.ts';

/** For each register the live event that sorts last of those that set it. */
export type Setters = { readonly [Field in RegisterField]?: LogEntry };

/** Returns the register that an entry sets, if any. An event of an unknown version sets none. */
export function registerSetBy({ upcast }: LogEntry): RegisterOf<RegisterField> | undefined {
  return upcast && registers.find(({ eventType }) => eventType === upcast.type);
}

/** Adds entries to the setters. It returns the same object if none of them sorts last. */
export function addSetters(before: Setters, entries: readonly LogEntry[]): Setters {
  let setters = before;
  for (const entry of entries) {
    const register = registerSetBy(entry);
    if (!register) continue;
    const last = setters[register.field];
    if (!last || compareEntries(last, entry) < 0) setters = { ...setters, [register.field]: entry };
  }
  return setters;
}

/** Returns the values that the view shows. */
export function readRegisters(setters: Setters, snapshot: RegisterFacts | undefined): RegisterValues {
  const inSnapshot = pickRegisters(snapshot);
  return mapRegisters(({ field, stampField, readFrom }) => {
    const last = setters[field];
    return last?.upcast && !isOlder(last, snapshot?.[stampField]) ? readFrom(last.upcast) : inSnapshot[field];
  });
}

export function haveSameRegisters(a: RegisterValues, b: RegisterValues): boolean {
  return registers.every(({ field }) => a[field] === b[field]);
}

/** Returns the registers as a snapshot of the server names them, each value with its stamp. */
export function registerFacts(knowledge: Knowledge, values: RegisterValues): RegisterFacts {
  return Object.fromEntries(
    registers.flatMap((register) => [
      [register.field, values[register.field]],
      [register.stampField, findLastStamp(knowledge, register)],
    ]),
  );
}

/** Whether the snapshot's stamp is later than the event that sets the register. */
export function isOlder(entry: LogEntry, stamp: ValueStamp | null | undefined): boolean {
  if (!stamp) return false;
  return (compareStamps(entry.event.at, [stamp[0], stamp[1]]) || compareText(entry.replicaId, stamp[2])) < 0;
}

/**
 * The stamp of the last event that set a register, whether the log still has that event or only the snapshot's stamp.
 */
function findLastStamp(
  { snapshot, entries }: Knowledge,
  { eventType, stampField }: RegisterOf<RegisterField>,
): ValueStamp | null {
  let last: LogEntry | undefined;
  for (const entry of entries.values())
    if (entry.upcast?.type === eventType && (!last || compareEntries(entry, last) > 0)) last = entry;
  const before = snapshot?.[stampField] ?? null;
  return last && !isOlder(last, before) ? [...last.event.at, last.replicaId] : before;
}
