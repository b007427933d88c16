import { useSyncExternalStore } from 'react';

/** A value that pages follow. What is more of a stream comes with the cart, and RxJS with it: 4 kB gzip after the first picture. */
export interface Value<T> {
  readonly value: T;
  next(value: T): void;
  /** Calls `hear` with each value from the next one on, until what it answers is called. */
  subscribe(this: void, hear: (value: T) => void): () => void;
}

export function createValue<T>(first: T): Value<T> {
  const heard = new Set<(value: T) => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    next(next) {
      value = next;
      for (const hear of heard) hear(next);
    },
    subscribe(hear) {
      // An own one for each who asks, were it with the same function.
      const own = (next: T) => hear(next);
      heard.add(own);
      return () => void heard.delete(own);
    },
  };
}

/** The value, followed while the component is shown. */
export function useValue<T>(of: Value<T>): T {
  const get = () => of.value;
  return useSyncExternalStore(of.subscribe, get, get);
}
