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
import { request } from '#client/api/call/request.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { sayFailure } from './say-failure.ts';

/** How often the server is polled, ms. It covers changes that the real-time connection missed. */
export const pollMs = 15_000;

/** Reads the logged-in person. Fails without a login. */
export function useStaff() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'me', language],
    queryFn: () => request(staffWhoAmI, { language }),
    // After a switch of language the same person stays logged in, so the page keeps its state.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
  });
}

/**
 * Reads all tables, open orders and those of the last 24 hours. If there are more tables than fit into one
 * answer, the rest follows in further pages.
 */
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
    queryFn: () => fetchTablesAfter(after!),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    enabled: after !== undefined,
  });
  const data = useMemo(() => {
    if (!first || after === undefined || !rest) return first;
    // The first page may have been refreshed since, and may contain tables of the rest.
    const there = new Set(first.tables.map(({ tableId }) => tableId));
    return { ...first, tables: [...first.tables, ...rest.filter(({ tableId }) => !there.has(tableId))] };
  }, [first, after, rest]);
  return { data };
}

const restKey = ['staff', 'tables'] as const;

async function fetchTablesAfter(after: string): Promise<StaffTable[]> {
  const all: StaffTable[] = [];
  for (let place: string | undefined = after; place !== undefined;) {
    const page: DataOf<typeof restOfTables> = await request(restOfTables, { query: { after: place } });
    all.push(...page.tables);
    place = page.moreTables;
  }
  return all;
}

/**
 * Reads the open and recent orders that did not fit into the overview.
 * @param after the overview's `moreOrders`; undefined to read nothing
 */
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

/** Reads all pages of the kitchen screen (D37). */
async function fetchKitchen(language: LanguageCode): Promise<Kitchen> {
  let whole: Kitchen = await request(kitchenScreen, { language });
  while (whole.more !== undefined) {
    const { tickets, ...next } = await request(kitchenScreen, { language, query: { after: whole.more } });
    const { bumped = [] } = whole;
    whole = { ...next, bumped, tickets: [...whole.tickets, ...tickets] };
  }
  return whole;
}

/** Reads the kitchen's tickets in the language of this device. */
export function useKitchen() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'kitchen', language],
    queryFn: () => fetchKitchen(language),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
}

/** Reads an order with its dishes. The key contains its time of change, so each version is read once. */
export function useOrderOf({ id, updateAt }: Pick<StaffOrder, 'id' | 'updateAt'>, enabled = true) {
  return useQuery({
    queryKey: ['staff', 'order', id, updateAt],
    queryFn: () => request(staffOrder, { params: { id } }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    enabled,
  });
}

/**
 * Reads how much of an order the payment provider can give back, and how far its refunds have come. Both also change
 * without a change of the order, so they are read again.
 */
export function useOrderAtProvider({ id, updateAt }: Pick<StaffOrder, 'id' | 'updateAt'>, enabled = true) {
  return useQuery({
    queryKey: ['staff', 'refundable', id, updateAt],
    queryFn: async () => {
      const { refundable, providerRefunds = [] } = await request(staffOrder, { params: { id } });
      return { refundable, providerRefunds };
    },
    refetchInterval: ({ state }) =>
      state.data?.providerRefunds.some((refund) => refund.state === 'underWay') ? pollMs : false,
    enabled,
  }).data;
}

/** Caches an order that came with the answer of another call. */
export function cacheOrder(queries: QueryClient, order: Order): void {
  queries.setQueryData(['staff', 'order', order.id, order.updateAt], order);
}

/** Refetches the staff's data, except for the identity and for orders that did not change. */
export async function refreshStaff(queries: QueryClient): Promise<void> {
  const others: unknown[] = ['me', 'order', restKey[1]];
  await Promise.all([
    queries.invalidateQueries({
      queryKey: ['staff'],
      predicate: ({ queryKey }) => !others.includes(queryKey[1]),
    }),
    // The rest takes many calls. If each change restarted it, it would never complete.
    queries.invalidateQueries({ queryKey: restKey }, { cancelRefetch: false }),
  ]);
}

/** Refetches the identity, so that a logout or a new role takes effect at once, and the menu's draft. */
export async function refreshOwner(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['staff', 'me'] }),
    queries.invalidateQueries({ queryKey: menuDraftKey }),
  ]);
}

/** The query key of the menu's draft. */
export const menuDraftKey = ['staff', 'menu-draft'] as const;

/** Reads the access tokens of connected systems, newest first. */
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
 * A mutation by the staff, after which the staff's data is refetched.
 * @param onDone is called even if the component was unmounted meanwhile; so is `onError`
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
