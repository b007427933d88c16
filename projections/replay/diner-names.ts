import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { DinerNames } from '../feed/diner-names.ts';

/** Returns each diner's newest name in these logs, by user id. */
export function collectNames(logs: readonly (readonly LogRecord[])[]): ReadonlyMap<string, string> {
  const diners = new DinerNames();
  diners.add(logOf(logs.flat()).entries.values());
  return diners.names;
}

/** Returns a function that gives a diner's name, or the id without a name. Equal names are shown with the id. */
export function createNamer(names: ReadonlyMap<string, string>): (userId: string) => string {
  const bearers = new Map<string, number>();
  for (const name of names.values()) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  return (userId) => {
    const name = names.get(userId);
    if (name === undefined) return userId;
    return bearers.get(name)! > 1 ? `${name} (${userId})` : name;
  };
}
