import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#contract/call.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { listStaffTokens, staffOrder, staffOverview, staffWhoAmI } from '#contract/calls/staff.ts';
import { request } from '#src/kit/api/call/client.ts';
import { useLanguage } from '#src/kit/routes/language.ts';

/** While nothing comes by itself the server is asked so often, ms. */
const pollMs = 15_000;

/** Who is logged in; an error while nobody is. */
export function useStaff() {
  return useQuery({
    queryKey: ['staff', 'me', useLanguage()],
    queryFn: () => request(staffWhoAmI, {}),
    retry: false,
    staleTime: Infinity,
  });
}

/** Tables and orders as they are now. */
export function useOverview() {
  return useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: () => request(staffOverview, {}),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
}

/** An order with its dishes. */
export function useOrderOf(orderId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['staff', 'order', orderId],
    queryFn: () => request(staffOrder, { params: { id: orderId } }),
    enabled,
  });
}

/** The tokens of the restaurant's own systems, the newest first. */
export function useTokens() {
  return useQuery({
    queryKey: ['staff', 'tokens'],
    queryFn: async () => (await request(listStaffTokens, {})).tokens,
  });
}

export function useStaffMenu(merchantId: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'menu', language],
    queryFn: () => request(getProductsByCategories, { query: { merchantId }, language }),
  });
}

/** A change that the staff makes; afterwards everything is asked for anew. */
export function useStaffChange<Body, Data>(call: Call<undefined, undefined, Body, Data>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(call, { body }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: ['staff'], predicate: ({ queryKey }) => queryKey[1] !== 'me' }),
  });
}
