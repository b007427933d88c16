import { useSyncExternalStore } from 'react';

/**
 * A value that components can follow. It has no stream operators, so the first screen loads without RxJS (4 kB gzip), which
 * comes with the cart.
 */
export interface Value<T> {
  readonly value: T;
  next(value: T): void;
  /** Calls `listener` with each later value. Returns a function that ends this. */
  subscribe(this: void, listener: (value: T) => void): () => void;
}

export function createValue<T>(first: T): Value<T> {
  const listeners = new Set<(value: T) => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    next(next) {
      value = next;
      for (const listener of listeners) listener(next);
    },
    subscribe(listener) {
      // A new function for each subscription, so that one function may be subscribed twice.
      const own = (next: T) => listener(next);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Returns the value and renders the component again when it changes. */
export function useValue<T>(of: Value<T>): T {
  const get = () => of.value;
  return useSyncExternalStore(of.subscribe, get, get);
}
