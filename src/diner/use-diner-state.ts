import { dinerState, type DinerState } from '#client/api/diner-state.ts';
import { useValue } from '#client/values/value.ts';

export function useDinerState(): DinerState {
  return useValue(dinerState);
}
