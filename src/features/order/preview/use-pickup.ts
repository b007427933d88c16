import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#client/api/call/request.ts';
import { getPickupTimes } from '#contract/calls/opening.ts';
import type { Pickup } from '#contract/pickup.ts';
import { useMayLeaveOut, useOrderPlace } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useLanguage } from '#ui/routes/language.ts';

/** How long the offered times are true, ms. */
const freshMs = 60_000;

export type PickupChoice = ReturnType<typeof usePickup>;

/** The diner's choice of when and under which name an order is picked up. @param enabled for an order to go */
export function usePickup(enabled: boolean) {
  const { merchantId } = useOrderPlace();
  const language = useLanguage();
  const { member } = useDiner();
  // Only our own server has this call.
  const isOffered = useMayLeaveOut() && enabled;
  const [typedName, setName] = useState<string>();
  const [wanted, setAt] = useState<number>();
  const { data } = useQuery({
    queryKey: ['opening', 'pickup', merchantId, language],
    queryFn: () => request(getPickupTimes, { query: { merchantId }, merchantId, language }),
    enabled: isOffered,
    retry: false,
    refetchInterval: freshMs,
  });
  const times = data?.times ?? [];
  const isKnown = times.some(({ at }) => at === wanted);
  // A restaurant that is closed now offers its first time.
  const at = isKnown ? wanted! : data?.asap ? null : (times[0]?.at ?? null);
  const userName = typedName ?? member?.firstName ?? '';
  const chosen: Pickup | undefined =
    isOffered && data && userName.trim() !== '' ? { userName: userName.trim(), at } : undefined;
  return {
    /** What the order is sent with; undefined if the server does not ask for it. */
    chosen,
    fields: isOffered && data ? { userName, setName, at, setAt, asap: data.asap, times } : undefined,
  };
}
