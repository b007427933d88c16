/** The requests for paying an order online and for sharing its dishes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getPaying, payOnline, shareDish, type Paying } from '#contract/calls/payment.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Sharing } from '#projections/bill/split.ts';
import { request } from '#client/api/call/request.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { readSharing } from '#ui/bill/shares.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

/** The time between two requests while somebody is on the payment page, ms. The server's message may be lost. */
const underWayMs = 4_000;

/** The payments of an order; undefined until they have loaded, and at a server without online payment. */
export function usePaying(orderId: string, enabled = true): Paying | undefined {
  const { data } = useQuery({
    enabled,
    // The key begins like the order's, because the same message of the server makes both outdated.
    queryKey: ['order', orderId, 'paying'],
    queryFn: () => request(getPaying, { query: { id: orderId } }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.attempts.some((attempt) => attempt.state === 'underWay') ? underWayMs : false,
  });
  return data;
}

/**
 * The diners who share each dish, and the function that changes them.
 *
 * @param isKnown the server stores shares; otherwise this returns undefined, and a split stays on this phone
 */
export function useSharing(order: Order, isKnown: boolean) {
  const queries = useQueryClient();
  const failureText = useFailureText();
  /** The diner's own taps, until the order contains them. */
  const [tapped, setTapped] = useState<Sharing>(new Map());
  const { mutate } = useMutation({
    mutationFn: (body: BodyOf<typeof shareDish>) => request(shareDish, { body }),
    // Requests with the same scope are sent one after the other, in the order of the taps.
    scope: { id: `sharing ${order.id}` },
    onError: (error) => showToast(failureText(error)),
    onSettled: async (_data, _error, { orderItemId, userIds }) => {
      await queries.invalidateQueries({ queryKey: ['order', order.id] });
      setTapped((before) =>
        before.get(orderItemId) === userIds
          ? new Map([...before].filter(([lineId]) => lineId !== orderItemId))
          : before,
      );
    },
  });
  if (!isKnown) return undefined;
  const share = (orderItemId: string, sharers: readonly string[]) => {
    const userIds = [...sharers];
    setTapped(new Map([...tapped, [orderItemId, userIds]]));
    mutate({ orderId: order.id, orderItemId, userIds });
  };
  return { sharing: new Map([...readSharing(order), ...tapped]), onShare: share };
}

/** Asks the server for the address of the payment page. */
export function usePayOnline() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof payOnline>) => request(payOnline, { body }),
  });
}
