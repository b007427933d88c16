import type { VersionVector } from '#events/version-vector.ts';

/** How far each replica is known, as it grows; what was once shown of it stays as it was. */
export class KnownVector {
  private readonly reached = new Map<string, number>();
  private shown: Record<string, number> = {};
  private isShown = false;

  constructor(covers: VersionVector = {}) {
    for (const replica in covers) if (covers[replica]! > 0) this.set(replica, covers[replica]!);
  }

  /** 0 for a replica that nothing is known of. */
  reach(replica: string): number {
    return this.reached.get(replica) ?? 0;
  }

  set(replica: string, seq: number): void {
    this.reached.set(replica, seq);
    // Copying a whole object costs less than filling one, so it is kept beside the map.
    if (this.isShown) this.shown = { ...this.shown };
    this.isShown = false;
    this.shown[replica] = seq;
  }

  /** True when every event that `needed` names is known. */
  includes(needed: VersionVector): boolean {
    // What this phone's own events have seen is what was just shown.
    if (needed === this.shown) return true;
    for (const replica in needed) if (this.reach(replica) < needed[replica]!) return false;
    return true;
  }

  /** T6, without zeros. */
  get vector(): VersionVector {
    this.isShown = true;
    return this.shown;
  }
}
