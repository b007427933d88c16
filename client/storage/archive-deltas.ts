/**
 * Delta encoding of records that follow each other, so that gzip packs them well. Most deltas are small or 0.
 *
 *   value                 stored as                                            example
 *   whole number          its difference to the last number in this place      1005 after 1000 → 5
 *   id with a counter     its difference to the last id with this prefix       r1:8 after r1:7 → r1:1
 *   any other number      the number as text, after `=`                        0.5 → =0.5
 *   misleading text       the text, after `#`                                  =5 → #=5
 *
 * A place is a path of field names: the `at` of every record is the same place.
 */

interface Place {
  /** The last number in this place, or the last count of this prefix. */
  last: number;
  readonly inside: Map<string, Place>;
}

type LeafCodec = (leaf: unknown, place: Place, counters: Place) => unknown;

/** The difference of two whole numbers up to this size is exact. */
const largest = 2 ** 52;
const counted = /^(.*:)(0|[1-9]\d{0,14})$/s;
/** Text that would be decoded as a delta. */
const looksCounted = /^(.*:)(-?\d+)$/s;
const [asNumber, asText] = ['=', '#'];

/** Encodes any JSON values, including those of later programs. */
export function encodeDeltas(values: readonly unknown[]): unknown[] {
  return transformAll(structuredClone(values) as unknown[], encodeLeaf);
}

/** What `differences` was given. Changes the values themselves: copies would take most of the time. */
export function decodeDeltas(values: unknown[]): unknown[] {
  return transformAll(values, decodeLeaf);
}

function transformAll(values: unknown[], leaf: LeafCodec): unknown[] {
  const [root, counters] = [createPlace(), createPlace()];
  for (const [index, value] of values.entries()) values[index] = transform(value, root, counters, leaf);
  return values;
}

const encodeLeaf: LeafCodec = (leaf, place, counters) => {
  if (typeof leaf === 'number')
    return Number.isInteger(leaf) && Math.abs(leaf) <= largest
      ? replaceLast(place, leaf)
      : `${asNumber}${leaf}`;
  if (typeof leaf !== 'string') return leaf;
  if (leaf.startsWith(asNumber) || leaf.startsWith(asText)) return asText + leaf;
  const [, counter, count] = counted.exec(leaf) ?? [];
  if (counter !== undefined) return counter + replaceLast(getPlace(counters, counter), Number(count));
  return looksCounted.test(leaf) ? asText + leaf : leaf;
};

const decodeLeaf: LeafCodec = (leaf, place, counters) => {
  if (typeof leaf === 'number') return (place.last += leaf);
  if (typeof leaf !== 'string') return leaf;
  if (leaf.startsWith(asNumber)) return Number(leaf.slice(1));
  if (leaf.startsWith(asText)) return leaf.slice(1);
  const [, counter, difference] = (leaf.includes(':') && looksCounted.exec(leaf)) || [];
  return counter === undefined ? leaf : counter + (getPlace(counters, counter).last += Number(difference));
};

function replaceLast(place: Place, value: number): number {
  const difference = value - place.last;
  place.last = value;
  return difference;
}

function transform(value: unknown, place: Place, counters: Place, leaf: LeafCodec): unknown {
  if (typeof value !== 'object' || value === null) return leaf(value, place, counters);
  const inside = value as Record<string, unknown>;
  for (const name of Object.keys(inside))
    inside[name] = transform(inside[name], getPlace(place, name), counters, leaf);
  return value;
}

function getPlace(place: Place, name: string): Place {
  let found = place.inside.get(name);
  if (!found) place.inside.set(name, (found = createPlace()));
  return found;
}

function createPlace(): Place {
  return { last: 0, inside: new Map() };
}
