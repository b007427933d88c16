import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '#contract/http/call.ts';
import { getGuests } from '#contract/calls/cart.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import type { CouponState } from '#contract/coupon-fields.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  hasProcessingOrder,
  orderListPageSize,
  previewOrder,
} from '#contract/calls/order.ts';
import { request } from '../call/request.ts';
import { isEventServer } from '../server-clock.ts';
import { fetchOpenOrder } from '../open-order.ts';
import type { AtTable } from '../diner-state.ts';
import { createPreviewKey } from './preview-key.ts';

/** Coupons of the member in one state. */
export function useCoupons(merchantId: string, state: CouponState, language: LanguageCode, enabled = true) {
  return useQuery({
    queryKey: ['coupons', merchantId, state, language],
    queryFn: () => request(getCoupons, { query: { state }, merchantId, language }),
    enabled,
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
    getNextPageParam: (_, pages) => getNextPage(pages),
    enabled,
  });
}

type OrderPage = DataOf<typeof getMemberOrderList>;

/** Removes duplicates: an order may move to the next page between two requests, and some servers ignore the page number. */
export function listUniqueOrders(pages: readonly OrderPage[]): OrderPage['list'] {
  const known = new Set<string>();
  return pages.flatMap(({ list }) => list).filter(({ id }) => !known.has(id) && known.add(id));
}

/** Returns undefined after the last page, and also if the last page brought no new order. */
export function getNextPage(pages: readonly OrderPage[]): number | undefined {
  const isNew = listUniqueOrders(pages).length > listUniqueOrders(pages.slice(0, -1)).length;
  const isMore = pages.length * orderListPageSize < (pages.at(-1)?.total ?? 0);
  return isNew && isMore ? pages.length + 1 : undefined;
}

export function useOrderDetail(orderId: string) {
  return useQuery({
    queryKey: ['order', orderId],
    queryFn: () => request(getOrderDetail, { query: { id: orderId } }),
  });
}

/** The open order of the table, or null. The query is disabled for an order without a table. */
export function useTableActiveOrder(table: AtTable | undefined, enabled = true) {
  return useQuery({
    queryKey: ['table-active-order', table?.tableId, table?.sessionId],
    queryFn: () => fetchOpenOrder((call) => request(call, {})),
    enabled: enabled && table !== undefined && table.tableId !== '',
  });
}

/** Whether the diner has an open order here. The answer is not cached, so each scan asks again. */
export function useHasProcessingOrder(table: AtTable | undefined, enabled: boolean) {
  return useQuery({
    queryKey: ['has-processing-order', table?.tableId, table?.sessionId],
    queryFn: () => request(hasProcessingOrder, {}),
    enabled: enabled && table !== undefined && table.tableId !== '',
    gcTime: 0,
  });
}

/** The table's number of guests, for pages that are shown before the cart is loaded. */
export function useGuestCount(table: AtTable, enabled: boolean) {
  return useQuery({
    queryKey: ['guests', table.tableId, table.sessionId],
    queryFn: () => request(getGuests, {}),
    enabled: enabled && table.tableId !== '',
    gcTime: 0,
  });
}

/**
 * Totals of the cart at the server's prices. They are fetched again when `body` or the menu changes, so lines and totals on
 * one page always come from the same menu.
 * @param version returns the cart's version when the request is sent. It is not part of the key, because a new version of
 *   the same dishes costs the same.
 */
export function usePreview(
  body: BodyOf<typeof previewOrder>,
  menu: MenuIndex,
  version: () => Pick<BodyOf<typeof previewOrder>, 'cartRowVersion'>,
  enabled: boolean,
) {
  return useQuery({
    queryKey: createPreviewKey(body, menu),
    queryFn: async () => {
      const order = { ...body, ...version() };
      // Some servers read the order from a field named `order`, as they do when it is placed.
      return await request(previewOrder, { body: (await isEventServer()) ? order : { ...order, order } });
    },
    enabled,
    staleTime: 0,
  });
}
