/** CX20: what can be paid of an order from this phone, and who shares its dishes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getPaying, payOnline, shareDish, type Paying } from '#contract/calls/payment.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Sharing } from '#projections/bill/split.ts';
import { request } from '#client/api/call/client.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { sharingOf } from '#ui/bill/shares.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

/** While somebody is at the page it is asked how that went so often, ms: the message may get lost. */
const underWayMs = 4_000;

/** undefined: not known yet, or a server that knows of no payments (P5). */
export function usePaying(orderId: string): Paying | undefined {
  const { data } = useQuery({
    // Under the order's: it changes with the same message of the server.
    queryKey: ['order', orderId, 'paying'],
    queryFn: () => request(getPaying, { query: { id: orderId } }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.attempts.some((attempt) => attempt.state === 'underWay') ? underWayMs : false,
  });
  return data;
}

/** Who shares which dish; undefined where the server cannot be told: then a split is this phone's alone. */
export function useSharing(order: Order, isKnown: boolean) {
  const queries = useQueryClient();
  const failureText = useFailureText();
  /** As it will be, until the order says so itself. */
  const [tapped, setTapped] = useState<Sharing>(new Map());
  const { mutate } = useMutation({
    mutationFn: (body: BodyOf<typeof shareDish>) => request(shareDish, { body }),
    // One after the other, in the order of the taps.
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
  return { sharing: new Map([...sharingOf(order), ...tapped]), onShare: share };
}

/** Asks for the page's address. */
export function usePayOnline() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof payOnline>) => request(payOnline, { body }),
  });
}
