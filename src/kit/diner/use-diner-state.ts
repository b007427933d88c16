import { dinerState, type DinerState } from '#src/kit/api/diner-state.ts';
import { useValue } from '#src/kit/values/value.ts';

/** Who asks from where, followed while it changes. */
export function useDinerState(): DinerState {
  return useValue(dinerState);
}
