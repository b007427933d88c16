import { useQuery } from '@tanstack/react-query';
import { getReadiness } from '#contract/calls/readiness.ts';
import { request } from '#client/api/call/request.ts';

export const readinessKey = ['readiness'] as const;

/** How often the list is read again, ms. */
const everyMs = 60_000;

/** Reads the checklist of a restaurant that is about to open. */
export function useReadiness() {
  return useQuery({
    queryKey: readinessKey,
    queryFn: () => request(getReadiness, {}),
    refetchInterval: everyMs,
  });
}
