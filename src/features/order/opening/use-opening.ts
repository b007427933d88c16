import { useQuery } from '@tanstack/react-query';
import { request } from '#client/api/call/request.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { getOpening, type OpeningState } from '#contract/calls/opening.ts';
import { useMayLeaveOut, useOrderPlace } from '#src/cart/hooks.ts';
import { useLanguage } from '#ui/routes/language.ts';

/**
 * The bounds of the time between two questions of a visible page, ms. A phone without a table receives no message about
 * a change.
 */
const soonestMs = 5_000;
const latestMs = 60_000;

/** Why the restaurant takes no orders now. Undefined while it does, and at a server that does not say so. */
export function useClosedState(): OpeningState | undefined {
  const { merchantId } = useOrderPlace();
  const language = useLanguage();
  // Only our own server has this call.
  const enabled = useMayLeaveOut();
  const { data } = useQuery({
    queryKey: ['opening', merchantId, language],
    queryFn: () => request(getOpening, { query: { merchantId }, merchantId, language }),
    enabled,
    retry: false,
    refetchInterval: ({ state }) => waitFor(state.data),
  });
  return data?.state === 'open' ? undefined : data;
}

/** How long an answer is true, ms. */
function waitFor(opening: OpeningState | undefined): number {
  const left = opening?.until === undefined ? latestMs : opening.until - getCorrectedTime();
  return Math.min(Math.max(left, soonestMs), latestMs);
}
