/**
 * Which events a replica knows: replica id → n means that events 1 to n of that replica are known. An absent id means
 * 0.
 */
export type VersionVector = Readonly<Record<string, number>>;

/**
 * Returns how far the vector reaches for a replica, 0 if it does not name it. It is safe for ids such as `constructor`.
 */
export function reach(vector: VersionVector, replica: string): number {
  return Object.hasOwn(vector, replica) ? vector[replica]! : 0;
}

/** Returns an empty vector to fill. It has no prototype, so that every id is either in it or undefined. */
export function createVector(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

/** Whether `known` has every event that `needed` names. */
export function hasAllEvents(known: VersionVector, needed: VersionVector): boolean {
  for (const replica in needed) if (reach(known, replica) < needed[replica]!) return false;
  return true;
}

/** Returns the pointwise maximum: what two replicas know together. */
export function union(a: VersionVector, b: VersionVector): VersionVector {
  const joined = createVector();
  for (const replica in a) joined[replica] = a[replica]!;
  for (const replica in b) joined[replica] = Math.max(joined[replica] ?? 0, b[replica]!);
  return { ...joined };
}

/** Returns the part of `needed` that `known` lacks, as the highest sequence number of each replica. */
export function selectMissing(known: VersionVector, needed: VersionVector): VersionVector {
  return Object.fromEntries(
    Object.entries(needed).filter(([replica, wanted]) => reach(known, replica) < wanted),
  );
}

/** Whether both name the same events. Zeros do not count. */
export function isSameVector(a: VersionVector, b: VersionVector): boolean {
  return hasAllEvents(a, b) && hasAllEvents(b, a);
}

/** Returns a copy without zeros, sorted by replica, so that equal vectors print the same text. */
export function normaliseVector(vector: VersionVector): VersionVector {
  const replicas = Object.keys(vector).filter((replica) => vector[replica]! > 0);
  return Object.fromEntries(replicas.sort().map((replica) => [replica, vector[replica]!]));
}
