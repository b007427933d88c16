import { useQueryClient } from '@tanstack/react-query';

interface OrderQueries {
  /** Fetches again everything that depends on this order. */
  invalidateOrder(orderId: string): void;
  /** Fetches all orders again, after the phone may have missed a message about one. */
  refreshOrders(): void;
}

/** Marks fetched orders as outdated, so that each screen that shows one fetches it again. */
export function useOrderQueries(): OrderQueries {
  const queries = useQueryClient();
  const invalidate = (keys: readonly (readonly string[])[]) => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
  return {
    // The preview is included because a coupon may count dishes of earlier rounds.
    invalidateOrder: (orderId) =>
      invalidate([['order', orderId], ['orders'], ['table-active-order'], ['preview']]),
    refreshOrders: () => invalidate([['order'], ['orders'], ['table-active-order']]),
  };
}
