/** Who is at the table just now, by what their phones last said of themselves. */

/** How often a phone that is looked at says so, ms. */
export const beaconMs = 25_000;

/** Without a word for so long a phone counts as put away, ms: two beacons may get lost. */
const silenceMs = 3 * beaconMs;

/** What a phone said last. */
export interface Beacon {
  readonly userId: string;
  readonly userName: string;
  /** The app is open and looked at. */
  readonly here: boolean;
  /** Who they were at this table before they logged in (O4). */
  readonly was?: string | undefined;
  /** When it was heard, ms by the listener's own clock. */
  readonly at: number;
}

/** A diner whose phone has spoken at this table. */
export interface Present {
  readonly userId: string;
  readonly userName: string;
  readonly here: boolean;
  readonly was?: string | undefined;
}

/** Each diner once, by id; nobody was somebody who is there. `now` in ms by the same clock as the beacons'. */
export function presentAt(beacons: Iterable<Beacon>, now: number): Present[] {
  const all = [...beacons];
  return all
    .map(({ at, here, was, ...said }) => ({
      ...said,
      here: here && now - at <= silenceMs,
      ...(was !== undefined && all.every(({ userId }) => userId !== was) && { was }),
    }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}
