import { useSyncExternalStore } from 'react';
import { localValue } from './web-storage.ts';

/** A value that outlives the page, the same in every tab; without storage it lasts as long as the page. */
interface KeptValue<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void;
}

/** Keeps a value as JSON under `key`; `read` makes sense of whatever is found there, undefined included. */
export function keptValue<Value>(key: string, read: (kept: unknown) => Value): KeptValue<Value> {
  const listeners = new Set<() => void>();
  let current: { value: Value } | undefined;
  const handleStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    current = undefined;
    for (const listener of listeners) listener();
  };
  return {
    get: () => (current ??= { value: read(localValue.json(key)) }).value,
    set(value) {
      current = { value };
      localValue.set(key, JSON.stringify(value));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', handleStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', handleStorage);
      };
    },
  };
}

/** The value, followed while it changes. */
export function useKeptValue<Value>(kept: KeptValue<Value>): Value {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
