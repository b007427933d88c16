import { useQuery } from '@tanstack/react-query';
import { request } from '#client/api/call/request.ts';
import { isEventServer } from '#client/api/server-clock.ts';
import { getSuggestions } from '#contract/calls/suggestions.ts';
import type { DataOf } from '#contract/http/call.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';

export type Suggestions = DataOf<typeof getSuggestions>;

/** The diner's suggestions at this restaurant; undefined until they have loaded, and at servers that have none. */
export function useSuggestions(): Suggestions | undefined {
  const { merchantId } = useOrderPlace();
  const { member } = useDiner();
  const { data } = useQuery({
    queryKey: ['suggestions', merchantId, member?.id],
    queryFn: async () => ((await isEventServer()) ? await request(getSuggestions, { merchantId }) : null),
    enabled: member !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  return data ?? undefined;
}
