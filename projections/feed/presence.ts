/** Decides who is at the table now, by the last beacons of their phones. */

/** The interval between beacons of a phone that is in use, ms. */
export const beaconMs = 25_000;

/** A phone that sends no beacon for this long counts as put away, ms. Two beacons may get lost. */
const silenceMs = 3 * beaconMs;

/** The last message of a phone about its diner. */
export interface Beacon {
  readonly userId: string;
  readonly userName: string;
  /** The app is open and visible. */
  readonly here: boolean;
  /** The diner's user id at this table before logging in. */
  readonly formerId?: string | undefined;
  /** When it was received, ms by the receiver's own clock. */
  readonly at: number;
}

/** A diner whose phone has sent a beacon at this table. */
export interface Present {
  readonly userId: string;
  readonly userName: string;
  readonly here: boolean;
  readonly formerId?: string | undefined;
}

/**
 * Returns each diner once, sorted by id. `formerId` is left out while another diner uses that id.
 *
 * @param now ms by the same clock as the beacons'
 */
export function listPresent(beacons: Iterable<Beacon>, now: number): Present[] {
  const all = [...beacons];
  return all
    .map(({ at, here, formerId, ...said }) => ({
      ...said,
      here: here && now - at <= silenceMs,
      ...(formerId !== undefined && all.every(({ userId }) => userId !== formerId) && { formerId }),
    }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}
