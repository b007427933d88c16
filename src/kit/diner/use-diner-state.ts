import { useSyncExternalStore } from 'react';
import { dinerState, type DinerState } from '#src/kit/api/diner-state.ts';

/** Who asks from where, followed while it changes. */
export function useDinerState(): DinerState {
  return useSyncExternalStore(subscribe, () => dinerState.value);
}

function subscribe(notify: () => void): () => void {
  const subscription = dinerState.subscribe(notify);
  return () => subscription.unsubscribe();
}
