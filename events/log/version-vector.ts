/** T6: replica id → n ≥ 1, "everything of that replica from 1 to n is known". */
export type VersionVector = Readonly<Record<string, number>>;

/** How far the vector reaches for a replica, 0 if it does not name it. An id such as `constructor` is one like any other. */
export function reach(vector: VersionVector, replica: string): number {
  return Object.hasOwn(vector, replica) ? vector[replica]! : 0;
}

/** A vector to be filled: it inherits nothing, so that whatever id it is asked for is in it or undefined. */
export function blankVector(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

/** True when every event that `needed` names is in `known`. */
export function includes(known: VersionVector, needed: VersionVector): boolean {
  for (const replica in needed) if (reach(known, replica) < needed[replica]!) return false;
  return true;
}

/** The pointwise maximum: what two replicas know together. */
export function union(a: VersionVector, b: VersionVector): VersionVector {
  const joined = blankVector();
  for (const replica in a) joined[replica] = a[replica]!;
  for (const replica in b) joined[replica] = Math.max(joined[replica] ?? 0, b[replica]!);
  return { ...joined };
}

/** The part of `needed` that `known` lacks, as the highest sequence number wanted of each replica. */
export function lacking(known: VersionVector, needed: VersionVector): VersionVector {
  return Object.fromEntries(
    Object.entries(needed).filter(([replica, wanted]) => reach(known, replica) < wanted),
  );
}

/** Same entries, zeros left out. */
export function sameVector(a: VersionVector, b: VersionVector): boolean {
  return includes(a, b) && includes(b, a);
}

/** A copy without zeros, replicas in UTF-16 order: equal vectors print alike. */
export function normaliseVector(vector: VersionVector): VersionVector {
  const replicas = Object.keys(vector).filter((replica) => vector[replica]! > 0);
  return Object.fromEntries(replicas.sort().map((replica) => [replica, vector[replica]!]));
}
