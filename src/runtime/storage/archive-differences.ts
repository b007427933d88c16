/**
 * D76: records that follow each other, told by differences: a number by what it is more than the one that stood there
 * before, an id of a counter (`r1:7`) by how far that counter went. Most are 0 then, and pack well.
 */

type Differ = (place: string, value: number) => number;

/** Whole numbers up to here differ by whole numbers. */
const largest = 2 ** 52;
const counted = /^(.*:)(0|[1-9]\d{0,14})$/s;
/** What reads as a difference: texts that only look like it are marked. */
const looksCounted = /^(.*:)(-?\d+)$/s;
/** Before a number that is told as it is, and before a text that would read as something else. */
const [asNumber, asText] = ['=', '#'];

/** Any JSON; of a later program, too. To be given back by `summed`. */
export function differences(values: readonly unknown[]): unknown[] {
  const last = new Map<string, number>();
  const from: Differ = (place, value) => {
    const difference = value - (last.get(place) ?? 0);
    last.set(place, value);
    return difference;
  };
  return values.map((value) => walked(value, '', (leaf, place) => told(leaf, place, from)));
}

/** What `differences` was given. */
export function summed(values: readonly unknown[]): unknown[] {
  const last = new Map<string, number>();
  const on: Differ = (place, difference) => {
    const value = difference + (last.get(place) ?? 0);
    last.set(place, value);
    return value;
  };
  return values.map((value) => walked(value, '', (leaf, place) => untold(leaf, place, on)));
}

function told(leaf: unknown, place: string, from: Differ): unknown {
  if (typeof leaf === 'number')
    return Number.isInteger(leaf) && Math.abs(leaf) <= largest ? from(place, leaf) : `${asNumber}${leaf}`;
  if (typeof leaf !== 'string') return leaf;
  if (leaf.startsWith(asNumber) || leaf.startsWith(asText)) return asText + leaf;
  const [, counter, count] = counted.exec(leaf) ?? [];
  if (counter !== undefined) return counter + from(counter, Number(count));
  return looksCounted.test(leaf) ? asText + leaf : leaf;
}

function untold(leaf: unknown, place: string, on: Differ): unknown {
  if (typeof leaf === 'number') return on(place, leaf);
  if (typeof leaf !== 'string') return leaf;
  if (leaf.startsWith(asNumber)) return Number(leaf.slice(1));
  if (leaf.startsWith(asText)) return leaf.slice(1);
  const [, counter, difference] = looksCounted.exec(leaf) ?? [];
  return counter === undefined ? leaf : counter + on(counter, Number(difference));
}

function walked(value: unknown, place: string, read: (leaf: unknown, place: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each, index) => walked(each, `${place}/${index}`, read));
  if (typeof value !== 'object' || value === null) return read(value, place);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, walked(each, `${place}/${name}`, read)]),
  );
}
