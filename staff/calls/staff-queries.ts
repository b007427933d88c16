import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Call, DataOf } from '#contract/http/call.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import {
  listStaffTokens,
  olderOrders,
  restOfTables,
  staffOrder,
  staffOverview,
  staffWhoAmI,
  type StaffOrder,
  type StaffOverview,
  type StaffTable,
} from '#contract/calls/staff.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Order } from '#contract/order-fields.ts';
import { request } from '#client/api/call/client.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { sayFailure } from './say-failure.ts';

/** While nothing comes by itself the server is asked so often, ms. */
export const pollMs = 15_000;

/** Who is logged in; an error while nobody is. */
export function useStaff() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'me', language],
    queryFn: () => request(staffWhoAmI, { language }),
    // In another language it is the same person, who goes on where they were.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
  });
}

/** Tables and orders as they are now. Where there are very many tables, the first ones come first. */
export function useOverview(): { readonly data: StaffOverview | undefined } {
  const { data: first } = useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: () => request(staffOverview, {}),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
  const after = first?.moreTables;
  const { data: rest } = useQuery({
    queryKey: [...restKey, after],
    queryFn: () => allTablesAfter(after!),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    enabled: after !== undefined,
  });
  const data = useMemo(() => {
    if (!first || after === undefined || !rest) return first;
    // The first page may end elsewhere since the rest came.
    const there = new Set(first.tables.map(({ tableId }) => tableId));
    return { ...first, tables: [...first.tables, ...rest.filter(({ tableId }) => !there.has(tableId))] };
  }, [first, after, rest]);
  return { data };
}

const restKey = ['staff', 'tables'] as const;

async function allTablesAfter(after: string): Promise<StaffTable[]> {
  const all: StaffTable[] = [];
  for (let place: string | undefined = after; place !== undefined;) {
    const page: DataOf<typeof restOfTables> = await request(restOfTables, { query: { after: place } });
    all.push(...page.tables);
    place = page.moreTables;
  }
  return all;
}

/** The orders of the day that the overview has no room for. @param after its `moreOrders`; undefined: nobody asks */
export function useOlderOrders(after: string | undefined) {
  return useQuery({
    queryKey: ['staff', 'older', after],
    queryFn: async () => {
      const all: StaffOrder[] = [];
      for (let place = after; place !== undefined;) {
        const page: DataOf<typeof olderOrders> = await request(olderOrders, { query: { after: place } });
        all.push(...page.orders);
        place = page.moreOrders;
      }
      return all;
    },
    placeholderData: keepPreviousData,
    enabled: after !== undefined,
  });
}

type Kitchen = DataOf<typeof kitchenScreen>;

/** With all its pages (D37). */
async function wholeKitchen(language: LanguageCode): Promise<Kitchen> {
  let whole: Kitchen = await request(kitchenScreen, { language });
  while (whole.more !== undefined) {
    const { tickets, ...next } = await request(kitchenScreen, { language, query: { after: whole.more } });
    whole = { ...next, tickets: [...whole.tickets, ...tickets] };
  }
  return whole;
}

/** What is to be made and served, in the language of this device. */
export function useKitchen() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'kitchen', language],
    queryFn: () => wholeKitchen(language),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
}

/** An order with its dishes: asked for once each time that it has changed. */
export function useOrderOf({ id, updateAt }: Pick<StaffOrder, 'id' | 'updateAt'>, enabled = true) {
  return useQuery({
    queryKey: ['staff', 'order', id, updateAt],
    queryFn: () => request(staffOrder, { params: { id } }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    enabled,
  });
}

/** An order that came with another answer. */
export function cacheOrder(queries: QueryClient, order: Order): void {
  queries.setQueryData(['staff', 'order', order.id, order.updateAt], order);
}

/** Asks anew for everything but who is logged in, and orders that have not changed. */
export async function refreshStaff(queries: QueryClient): Promise<void> {
  const others: unknown[] = ['me', 'order', restKey[1]];
  await Promise.all([
    queries.invalidateQueries({
      queryKey: ['staff'],
      predicate: ({ queryKey }) => !others.includes(queryKey[1]),
    }),
    // It takes many calls. If each piece of news began it again, it would never end.
    queries.invalidateQueries({ queryKey: restKey }, { cancelRefetch: false }),
  ]);
}

/** Asks anew who is logged in: whoever is out sees nothing more, and a new role holds at once; and for the menu's draft. */
export async function refreshOwner(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['staff', 'me'] }),
    queries.invalidateQueries({ queryKey: menuDraftKey }),
  ]);
}

/** The menu as the owner writes it. */
export const menuDraftKey = ['staff', 'menu-draft'] as const;

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

/**
 * A change that the staff makes; afterwards everything is asked for anew.
 * @param onDone is told also where what was tapped is gone by then, as is why it failed
 */
export function useStaffChange<Body, Data>(
  call: Call<undefined, undefined, Body, Data>,
  onDone?: (data: Data, body: Body) => void,
  onError: (error: Error) => void = sayFailure,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(call, { body }),
    onSuccess: onDone,
    onError,
    onSettled: () => refreshStaff(queries),
  });
}
