/**
 * A map and a set that only grow, as immutable values.
 *
 * Adding returns a new value, and the old one stays as it was. All versions share one underlying Map or Set, so the
 * cost of adding does not depend on the size. The newest version reads the shared collection directly. An older
 * version copies its part once, the first time it is read.
 *
 * An iterator must be used up before the next addition.
 */

export class GrowingMap<K, V> implements ReadonlyMap<K, V> {
  private constructor(
    private shared: Map<K, V>,
    readonly size: number,
  ) {}

  static of<K, V>(entries: Iterable<readonly [K, V]> = []): GrowingMap<K, V> {
    const map = new Map(entries);
    return new GrowingMap(map, map.size);
  }

  /** Adds an entry. If the key exists, it keeps its value and the same map is returned. */
  with(key: K, value: V): GrowingMap<K, V> {
    const map = this.own;
    if (map.has(key)) return this;
    map.set(key, value);
    return new GrowingMap(map, map.size);
  }

  /** Returns a copy without these keys, or the same map if it has none of them. */
  without(keys: Iterable<K>): GrowingMap<K, V> {
    const gone = [...keys].filter((key) => this.has(key));
    if (gone.length === 0) return this;
    const map = new Map(this.own);
    for (const key of gone) map.delete(key);
    return new GrowingMap(map, map.size);
  }

  get(key: K): V | undefined {
    return this.own.get(key);
  }

  has(key: K): boolean {
    return this.own.has(key);
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.own) visit(value, key, this);
  }

  entries(): MapIterator<[K, V]> {
    return this.own.entries();
  }

  keys(): MapIterator<K> {
    return this.own.keys();
  }

  values(): MapIterator<V> {
    return this.own.values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.own.entries();
  }

  /** A newer version has added to the shared map if its size differs. */
  private get own(): Map<K, V> {
    if (this.shared.size !== this.size) this.shared = new Map(takeFirst(this.shared, this.size));
    return this.shared;
  }
}

export class GrowingSet<T> implements ReadonlySet<T> {
  private constructor(
    private shared: Set<T>,
    readonly size: number,
  ) {}

  static of<T>(values: Iterable<T> = []): GrowingSet<T> {
    const set = new Set(values);
    return new GrowingSet(set, set.size);
  }

  with(value: T): GrowingSet<T> {
    const set = this.own;
    set.add(value);
    return set.size === this.size ? this : new GrowingSet(set, set.size);
  }

  without(values: Iterable<T>): GrowingSet<T> {
    const gone = [...values].filter((value) => this.has(value));
    if (gone.length === 0) return this;
    const set = new Set(this.own);
    for (const value of gone) set.delete(value);
    return new GrowingSet(set, set.size);
  }

  has(value: T): boolean {
    return this.own.has(value);
  }

  forEach(visit: (value: T, again: T, set: ReadonlySet<T>) => void): void {
    for (const value of this.own) visit(value, value, this);
  }

  entries(): SetIterator<[T, T]> {
    return this.own.entries();
  }

  keys(): SetIterator<T> {
    return this.own.keys();
  }

  values(): SetIterator<T> {
    return this.own.values();
  }

  [Symbol.iterator](): SetIterator<T> {
    return this.own.values();
  }

  private get own(): Set<T> {
    if (this.shared.size !== this.size) this.shared = new Set(takeFirst(this.shared, this.size));
    return this.shared;
  }
}

function* takeFirst<T>(all: Iterable<T>, count: number): Iterable<T> {
  let left = count;
  for (const each of all) {
    if (left === 0) return;
    left -= 1;
    yield each;
  }
}
