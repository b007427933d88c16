/** Measures how long changes take until all others at the table see them. */
import type { RealPhone } from '#testing/phones/real-phone.ts';

interface Change {
  readonly phone: RealPhone;
  /** The number of the phone's event. */
  readonly last: number;
  readonly at: number;
}

const lookEveryMs = 100;

export function watchSight(phones: readonly RealPhone[]) {
  const newest = new Map<RealPhone, number>(phones.map((phone) => [phone, phone.minted()]));
  let unseen: Change[] = [];
  let waits = { during: 0, after: 0 };
  let endedAt = Infinity;

  const count = (at: number, now: number): void => {
    const during = Math.min(now, endedAt) - at;
    const after = now - Math.max(at, endedAt);
    waits = { during: Math.max(waits.during, during), after: Math.max(waits.after, after) };
  };
  const look = (): void => {
    const now = performance.now();
    const known = new Map(phones.map((phone) => [phone, phone.engine.getKnown()]));
    for (const phone of phones) {
      const last = phone.minted();
      if (last > newest.get(phone)!) unseen.push({ phone, last, at: now });
      newest.set(phone, last);
    }
    unseen = unseen.filter(({ phone, last, at }) => {
      const isSeen = phones
        .filter(({ seat }) => seat.sessionId === phone.seat.sessionId)
        .every((other) => (known.get(other)![phone.replicaId] ?? 0) >= last);
      if (isSeen) count(at, now);
      return !isSeen;
    });
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    /** Forgets all waits. A fault begins. */
    begin() {
      waits = { during: 0, after: 0 };
      endedAt = Infinity;
    },
    /** The fault is over. */
    end: () => void (endedAt = performance.now()),
    /** The longest waits in ms. A change from before the end has waited since the end for `after`. */
    getWaits() {
      for (const { at } of unseen) count(at, performance.now());
      return waits;
    },
    stop: () => clearInterval(timer),
  };
}
