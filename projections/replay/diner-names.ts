import { compareEntries, createLog } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';

/** Names from the events of all these logs: each diner's latest, by user id. */
export function namesIn(logs: readonly (readonly LogRecord[])[]): Map<string, string> {
  const log = createLog();
  for (const records of logs)
    for (const record of records) if ('event' in record || 'snapshot' in record) log.append(record);
  const names = new Map<string, string>();
  for (const { event } of [...log.entries.values()].sort(compareEntries))
    if (event.userName) names.set(event.userId, event.userName);
  return names;
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
