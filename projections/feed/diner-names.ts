import { compareEntries, type LogEntry } from '#events/records/log.ts';

/** The newest name of each diner, updated event by event. */
export class DinerNames {
  private readonly latest = new Map<string, LogEntry>();
  private current: ReadonlyMap<string, string> = new Map();

  /** By user id. It is the same object until a name changes. */
  get names(): ReadonlyMap<string, string> {
    return this.current;
  }

  add(entries: Iterable<LogEntry>): void {
    for (const entry of entries) {
      const { userId, userName } = entry.event;
      if (!userName) continue;
      const last = this.latest.get(userId);
      if (last && compareEntries(last, entry) >= 0) continue;
      this.latest.set(userId, entry);
      if (this.current.get(userId) !== userName)
        this.current = new Map([...this.current, [userId, userName]]);
    }
  }
}
