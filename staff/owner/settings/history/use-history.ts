import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { houseChanged } from '#contract/calls/house.ts';
import { builtOnSchema, houseHistory, takeBackHouseChange } from '#contract/calls/house-history.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { menuDraftKey } from '../../../calls/staff-queries.ts';

/** Begins with the key of the settings. A save of the settings therefore refetches the audit log, too. */
const historyKey = ['staff', 'house', 'history'] as const;

/** Reads the audit log, newest first, page by page. */
export function useSettingsHistory() {
  return useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ pageParam }) => request(houseHistory, { query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
  });
}

/** A value that was changed again after the change that the owner wants to revert. */
export type Crossing = ReturnType<typeof builtOnSchema.parse>['crossings'][number];

/** Reverts a change. @param onDone called after everything was refetched */
export function useRevert(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(takeBackHouseChange, { body: { id } }),
    onSuccess: async () => {
      const keys = [['staff', 'house'], ['staff', 'people'], ['staff', 'me'], menuDraftKey];
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onDone();
    },
  });
}

/** Returns the values that were changed again since. Undefined if the call failed for another reason. */
export function readCrossings(error: Error): readonly Crossing[] | undefined {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return undefined;
  const { code, data } = error.failure;
  const read = code === houseChanged ? builtOnSchema.safeParse(data) : undefined;
  return read?.data?.crossings;
}
