/**
 * D76: records that follow each other, told by differences: a number by what it is more than the one that stood there
 * before, an id of a counter (`r1:7`) by how far that counter went. Most are 0 then, and pack well.
 */

/** What stood there last, and what is inside of it. */
interface Place {
  last: number;
  readonly inside: Map<string, Place>;
}

type LeafCodec = (leaf: unknown, place: Place, counters: Place) => unknown;

/** Whole numbers up to here differ by whole numbers. */
const largest = 2 ** 52;
const counted = /^(.*:)(0|[1-9]\d{0,14})$/s;
/** What reads as a difference: texts that only look like it are marked. */
const looksCounted = /^(.*:)(-?\d+)$/s;
/** Before a number that is told as it is, and before a text that would read as something else. */
const [asNumber, asText] = ['=', '#'];

/** Any JSON; of a later program, too. To be given back by `summed`. */
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
