/** Measures how long changes take until all others at the table see them, and explains the longest wait. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Party } from './party.ts';
import type { RealPhone } from '#testing/phones/real-phone.ts';

interface Change {
  readonly phone: RealPhone;
  /** The number of the phone's event. */
  readonly last: number;
  readonly at: number;
  /** Since when each other phone knows it. */
  readonly seenAt: Map<RealPhone, number>;
}

const lookEveryMs = 100;

export function watchSight({ phones, timeline }: Pick<Party, 'phones' | 'timeline'>) {
  const newest = new Map<RealPhone, number>(phones.map((phone) => [phone, phone.minted()]));
  const loop = monitorEventLoopDelay();
  loop.enable();
  let unseen: Change[] = [];
  let waits = { during: 0, after: 0 };
  let longest: { readonly change: Change; readonly until: number } | undefined;
  let endedAt = Infinity;

  const count = (change: Change, now: number): void => {
    const { at } = change;
    const during = Math.min(now, endedAt) - at;
    const after = now - Math.max(at, endedAt);
    waits = { during: Math.max(waits.during, during), after: Math.max(waits.after, after) };
    if (!longest || now - at > longest.until - longest.change.at) longest = { change, until: now };
  };
  const look = (): void => {
    const now = performance.now();
    const known = new Map(phones.map((phone) => [phone, phone.engine.getKnown()]));
    for (const phone of phones) {
      const last = phone.minted();
      if (last > newest.get(phone)!) unseen.push({ phone, last, at: now, seenAt: new Map() });
      newest.set(phone, last);
    }
    unseen = unseen.filter((change) => {
      const { phone, last, seenAt } = change;
      const others = phones.filter(({ seat }) => seat.sessionId === phone.seat.sessionId);
      for (const other of others)
        if ((known.get(other)![phone.replicaId] ?? 0) >= last && !seenAt.has(other)) seenAt.set(other, now);
      const isSeen = seenAt.size === others.length;
      if (isSeen) count(change, now);
      return !isSeen;
    });
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    /** Forgets all waits. A fault begins. */
    begin() {
      waits = { during: 0, after: 0 };
      longest = undefined;
      endedAt = Infinity;
      loop.reset();
    },
    /** The fault is over. */
    end: () => void (endedAt = performance.now()),
    /** The longest waits in ms. A change from before the end has waited since the end for `after`. */
    getWaits() {
      for (const change of unseen) count(change, performance.now());
      return waits;
    },
    /** The longest delay of the event loop in which all devices run, ms. */
    getLoopDelayMs: () => loop.max / 1e6,
    /** What happened to the change that waited longest, line by line. */
    explainLongest(): readonly string[] {
      if (!longest) return [];
      const { change, until } = longest;
      const seen = [...change.seenAt].map(
        ([{ seat }, at]) => `${seat.userId} at ${Math.round(at - change.at)} ms`,
      );
      const userIds = phones
        .filter(({ seat }) => seat.sessionId === change.phone.seat.sessionId)
        .map(({ seat }) => seat.userId);
      return [
        `${change.phone.replicaId}:${change.last} by ${change.phone.seat.userId}, seen by ${seen.join(', ')}`,
        ...timeline.list(userIds, change.at - lookEveryMs, until),
      ];
    },
    stop: () => {
      clearInterval(timer);
      loop.disable();
    },
  };
}
