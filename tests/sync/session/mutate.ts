/** Damages a value: removes a field, copies another one over it, or writes something that no schema allows. */
import type { Dice } from '#tests/oracle/dice.ts';

type Place = readonly [holder: Record<string | number, unknown>, key: string | number];

const odd: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => 'NaN',
  () => NaN,
  () => Infinity,
  () => '',
  () => '-1',
  () => -1,
  () => 0,
  () => 0.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER,
  () => -Number.MAX_SAFE_INTEGER,
  () => true,
  () => [],
  () => ({}),
  () => [null],
  () => 'r1:1',
  () => 'server:1',
  () => 'constructor',
  () => 'x'.repeat(5_000),
  () => ({ r1: 1e15 }),
  () => JSON.parse('{"__proto__": 1}') as unknown,
  () => [[[[]]]],
];

/** Returns a copy with one to three faults. */
export function mutateValue(value: unknown, dice: Dice): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) };
  for (let faults = 1 + dice.below(3); faults > 0; faults -= 1) {
    const places = collectPlaces(root);
    if (places.length === 0) break;
    const [holder, key] = dice.one(places);
    spoil(holder, key, dice.one(places), dice);
  }
  return root['value'];
}

function spoil(holder: Place[0], key: Place[1], [other, otherKey]: Place, dice: Dice): void {
  const there = holder[key];
  switch (dice.below(6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1:
      // A copy of another field, as it would come over the wire.
      holder[key] = structuredClone(other[otherKey]);
      return;
    case 2:
      if (Array.isArray(there)) there.push(...(structuredClone(there) as unknown[]));
      else holder[key] = typeof there === 'number' ? String(there) : dice.one(odd)();
      return;
    case 3:
      if (Array.isArray(there)) there.reverse();
      else holder[key] = typeof there === 'number' ? -there : dice.one(odd)();
      return;
    case 4:
      holder[key] = typeof there === 'number' ? there + dice.below(1_000) : dice.one(odd)();
      return;
    default:
      holder[key] = dice.one(odd)();
  }
}

function collectPlaces(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || places.length > 200) return places;
  const holder = value as Place[0];
  for (const key of Object.keys(holder)) {
    places.push([holder, key]);
    collectPlaces(holder[key], places);
  }
  return places;
}
