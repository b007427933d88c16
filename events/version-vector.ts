/** T6: replica id → n ≥ 1, "everything of that replica from 1 to n is known". */
export type VersionVector = Readonly<Record<string, number>>;

/** True when every event that `needed` names is in `known`. */
export function includes(known: VersionVector, needed: VersionVector): boolean {
  for (const replica in needed) if ((known[replica] ?? 0) < needed[replica]!) return false;
  return true;
}

/** The pointwise maximum: what two replicas know together. */
export function union(a: VersionVector, b: VersionVector): VersionVector {
  const joined: Record<string, number> = { ...a };
  for (const replica in b) joined[replica] = Math.max(joined[replica] ?? 0, b[replica]!);
  return joined;
}

/** The part of `needed` that `known` lacks, as the highest sequence number wanted of each replica. */
export function lacking(known: VersionVector, needed: VersionVector): VersionVector {
  const missing: Record<string, number> = {};
  for (const replica in needed)
    if ((known[replica] ?? 0) < needed[replica]!) missing[replica] = needed[replica]!;
  return missing;
}

/** Same entries, zeros left out. */
export function sameVector(a: VersionVector, b: VersionVector): boolean {
  return includes(a, b) && includes(b, a);
}

/** A copy without zeros, replicas in UTF-16 order: equal vectors print alike. */
export function tidyVector(vector: VersionVector): VersionVector {
  const tidy: Record<string, number> = {};
  for (const replica of Object.keys(vector).sort())
    if (vector[replica]! > 0) tidy[replica] = vector[replica]!;
  return tidy;
}
