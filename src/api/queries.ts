import { queryOptions, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { getGuests } from '#contract/cart.ts';
import { getCoupons, type CouponState } from '#contract/coupon.ts';
import type { LanguageCode } from '#contract/headers.ts';
import { getMerchantHome, getProductsByCategories, searchProducts } from '#contract/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  orderListPageSize,
  previewOrder,
} from '#contract/order.ts';
import type { BodyOf } from '#contract/call.ts';
import { request } from './client.ts';
import { loadMerchant } from './merchant.ts';
import type { AtTable } from './diner-state.ts';

/** First parts of the keys of what is everybody's. */
const everybodys: readonly unknown[] = ['merchant', 'merchant-home', 'menu', 'search'];

/** After a logout: what was fetched for the diner is gone; what is shown of it just now is asked for as nobody. */
export async function forgetPersonal(queries: QueryClient): Promise<void> {
  await queries.resetQueries({ predicate: ({ queryKey: [kind] }) => !everybodys.includes(kind) });
}

export function merchantKey(merchantId: string, language: LanguageCode) {
  return ['merchant', merchantId, language] as const;
}

export function menuKey(merchantId: string, language: LanguageCode) {
  return ['menu', merchantId, language] as const;
}

/** Merchant information; cached per merchant and language. */
export function merchantQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: merchantKey(merchantId, language),
    queryFn: () => loadMerchant(merchantId, language),
    staleTime: 5 * 60_000,
  });
}

export function useMerchant(merchantId: string, language: LanguageCode, enabled = true) {
  return useQuery({ ...merchantQuery(merchantId, language), enabled });
}

/** What the restaurant says of itself, and what its menu is made of. */
export function merchantHomeQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: ['merchant-home', merchantId, language] as const,
    queryFn: () => request(getMerchantHome, { query: { merchantId }, merchantId, language }),
    staleTime: 5 * 60_000,
  });
}

export function useMerchantHome(merchantId: string, language: LanguageCode, enabled: boolean) {
  return useQuery({ ...merchantHomeQuery(merchantId, language), enabled });
}

/** The whole menu; cached per merchant and language. */
export function menuQuery(merchantId: string, language: LanguageCode) {
  return queryOptions({
    queryKey: menuKey(merchantId, language),
    queryFn: () => request(getProductsByCategories, { query: { merchantId }, merchantId, language }),
    staleTime: 60_000,
  });
}

export function useMenu(merchantId: string, language: LanguageCode) {
  return useQuery(menuQuery(merchantId, language));
}

/** Coupons of the member in one state. */
export function useCoupons(merchantId: string, state: CouponState, language: LanguageCode, enabled = true) {
  return useQuery({
    queryKey: ['coupons', merchantId, state, language],
    queryFn: () => request(getCoupons, { query: { state }, merchantId, language }),
    enabled,
  });
}

/** Dishes that the restaurant finds for some words; what it found before stays until the next answer. */
export function useProductSearch(merchantId: string, keyword: string, language: LanguageCode) {
  return useQuery({
    queryKey: ['search', merchantId, keyword, language],
    queryFn: ({ signal }) =>
      request(searchProducts, { query: { merchantId, keyword }, merchantId, language, signal }),
    enabled: keyword !== '',
    staleTime: 60_000,
  });
}

/** The diner's orders, page by page. */
export function useOrderList(merchantId: string, enabled = true) {
  return useInfiniteQuery({
    queryKey: ['orders', merchantId],
    queryFn: ({ pageParam }) =>
      request(getMemberOrderList, {
        query: { pageIndex: pageParam, pageSize: orderListPageSize },
        merchantId,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * orderListPageSize < total ? pages.length + 1 : undefined,
    enabled,
  });
}

export function useOrderDetail(orderId: string) {
  return useQuery({
    queryKey: ['order', orderId],
    queryFn: () => request(getOrderDetail, { query: { id: orderId } }),
  });
}

/** The open order of the table, null when there is none; asked only at one. */
export function useTableActiveOrder(table: AtTable | undefined, enabled = true) {
  return useQuery({
    queryKey: ['table-active-order', table?.tableId, table?.sessionId],
    queryFn: () => request(getTableActiveOrder, {}),
    enabled: enabled && table !== undefined && table.tableId !== '',
  });
}

/** Whether the diner has an open order here; asked anew at each scan. */
export function useHasProcessingOrder(table: AtTable | undefined, enabled: boolean) {
  return useQuery({
    queryKey: ['has-processing-order', table?.tableId, table?.sessionId],
    queryFn: () => request(hasProcessingOrder, {}),
    enabled: enabled && table !== undefined && table.tableId !== '',
    gcTime: 0,
  });
}

/** How many the table says it is, before its cart is here. */
export function useGuestCount(table: AtTable, enabled: boolean) {
  return useQuery({
    queryKey: ['guests', table.tableId, table.sessionId],
    queryFn: () => request(getGuests, {}),
    enabled: enabled && table.tableId !== '',
    gcTime: 0,
  });
}

/** Totals of what stands in the cart, by the server's prices; asked anew when `body` changes. */
export function usePreview(body: BodyOf<typeof previewOrder>, enabled: boolean) {
  return useQuery({
    queryKey: ['preview', body],
    queryFn: () => request(previewOrder, { body }),
    enabled,
    staleTime: 0,
  });
}
