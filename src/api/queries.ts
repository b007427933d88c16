import { useQuery } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/headers.ts';
import { getProductsByCategories, getTinyMerchant } from '#contract/merchant.ts';
import { getOrderDetail, getTableActiveOrder, previewOrder } from '#contract/order.ts';
import type { BodyOf } from '#contract/call.ts';
import { request } from './client.ts';

/** Merchant information; cached per merchant and language. */
export function useMerchant(merchantId: string, language: LanguageCode, enabled = true) {
  return useQuery({
    queryKey: ['merchant', merchantId, language],
    queryFn: () => request(getTinyMerchant, { query: { id: merchantId }, merchantId, language }),
    enabled,
    staleTime: 5 * 60_000,
  });
}

/** The whole menu; cached per merchant and language. */
export function useMenu(merchantId: string, language: LanguageCode) {
  return useQuery({
    queryKey: ['menu', merchantId, language],
    queryFn: () => request(getProductsByCategories, { query: { merchantId }, merchantId, language }),
    staleTime: 60_000,
  });
}

export function useOrderDetail(orderId: string) {
  return useQuery({
    queryKey: ['order', orderId],
    queryFn: () => request(getOrderDetail, { query: { id: orderId } }),
  });
}

/** The table's open order, null when there is none; asked only at a table. */
export function useTableActiveOrder(enabled: boolean) {
  return useQuery({
    queryKey: ['table-active-order'],
    queryFn: () => request(getTableActiveOrder, {}),
    enabled,
  });
}

/** Totals of what stands in the cart, by the server's prices; asked anew when `body` changes. */
export function usePreview(body: BodyOf<typeof previewOrder>, enabled: boolean) {
  return useQuery({
    queryKey: ['preview', body],
    queryFn: () => request(previewOrder, { body }),
    enabled,
    staleTime: 0,
    retry: 1,
  });
}
