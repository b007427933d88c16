import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getAllergy, setAllergy } from '#contract/calls/allergy.ts';
import type { AtTable } from '#client/api/diner-state.ts';
import { request } from '#client/api/call/request.ts';

const keyOf = (table: AtTable | undefined, userId: string | undefined) =>
  ['allergy', table?.sessionId, userId] as const;

/** What the diner has said about allergies. `allergy` is undefined until it is known, and at a snapshot server. */
export function useAllergy(table: AtTable | undefined, userId: string | undefined) {
  const queries = useQueryClient();
  const queryKey = keyOf(table, userId);
  const { data } = useQuery({
    queryKey,
    queryFn: () => request(getAllergy, {}),
    enabled: Boolean(table?.sessionId),
    retry: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (allergy: string) => request(setAllergy, { body: { allergy } }),
    onSuccess: (stored) => queries.setQueryData(queryKey, stored),
  });
  return { allergy: data?.allergy, save: mutate, isSaving: isPending };
}
