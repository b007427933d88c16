import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { DinerNames } from '../feed/diner-names.ts';

/** Names from the events of all these logs: each diner's latest, by user id. */
export function namesIn(logs: readonly (readonly LogRecord[])[]): ReadonlyMap<string, string> {
  const diners = new DinerNames();
  diners.learn(logOf(logs.flat()).entries.values());
  return diners.names;
}

/** A diner's name, or their id; where two bear the same name, with the id. */
export function namer(names: ReadonlyMap<string, string>): (userId: string) => string {
  const bearers = new Map<string, number>();
  for (const name of names.values()) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  return (userId) => {
    const name = names.get(userId);
    if (name === undefined) return userId;
    return bearers.get(name)! > 1 ? `${name} (${userId})` : name;
  };
}
