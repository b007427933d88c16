import { dinerState, type DinerState } from '#client/api/diner-state.ts';
import { useValue } from '#client/values/value.ts';

/** Who asks from where, followed while it changes. */
export function useDinerState(): DinerState {
  return useValue(dinerState);
}
