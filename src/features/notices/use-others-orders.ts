/**
 * Reports every order that somebody else at the table places, exactly once.
 *
 * A phone may find out about such an order in three ways, in any order:
 *
 *     message of the ordering phone ──┐
 *     `orderPlaced` event in the log ─┼─→ onOrder, once
 *     activity missed while away ─────┘
 *
 * The message usually comes first. If the ordering phone dies before it sends one, the event is reported after
 * `messageWithinMs`. A message and an event of the same order cancel each other out in `unpaired`:
 *
 *     message, then event:  0 → +1 (report) → 0 (skip)
 *     event, then message:  0 → -1 (report) → 0 (skip)
 */
import { useEffect, useRef } from 'react';
import { listActivity } from '#projections/feed/activity.ts';
import { useCartEngine, useMissed, useTableNotices } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useStableCallback } from '#ui/timing/callback-hooks.ts';

/** How long an event waits for the message of the ordering phone, ms. */
const messageWithinMs = 1_000;

export interface OthersOrder {
  /** `changed`: by the restaurant, which does not name the change. */
  readonly kind: 'submitted' | 'updated' | 'changed';
  readonly orderId: string;
  /** Empty if the message has no name. */
  readonly userName: string;
}

/** Calls `onOrder` for each order of somebody else, and for each change that the restaurant makes to an order. */
export function useOthersOrders(onOrder: (order: OthersOrder) => void): void {
  const engine = useCartEngine();
  const { member } = useDiner();
  const { changes, since, beforeComing } = useMissed();
  const handledEvents = useRef(new Set<string>());
  const last = useRef({ orderId: '', at: -Infinity });
  /** By order id: the number of messages whose event has not come yet; below 0, of events without their message. */
  const unpaired = useRef(new Map<string, number>());
  const report = (order: OthersOrder) => {
    last.current = { orderId: order.orderId, at: performance.now() };
    onOrder(order);
  };

  const isJustReported = (orderId: string) =>
    last.current.orderId === orderId && performance.now() - last.current.at < 2 * messageWithinMs;

  /** Finds the newest order of the table in the cart's log. */
  const findNewest = async () => {
    const sameDiner = new Map((engine?.earlierIds ?? []).map((id) => [id, member?.id ?? ''] as const));
    const orders = listActivity((await engine?.loadHistory()) ?? [], sameDiner).flatMap((each) =>
      each.kind === 'ordered' && each.refused === undefined ? [each] : [],
    );
    const order = orders.at(-1);
    const isFirst = orders.filter(({ orderId }) => orderId === order?.orderId).length === 1;
    return order && { ...order, isFirst };
  };
  const reportNewest = useStableCallback(async (from: number) => {
    const order = await findNewest();
    if (!order || order.at < from || order.userId === member?.id || handledEvents.current.has(order.id))
      return;
    handledEvents.current.add(order.id);
    const { orderId, userName, isFirst } = order;
    const count = unpaired.current.get(orderId) ?? 0;
    unpaired.current.set(orderId, count > 0 ? 0 : -1);
    if (count > 0) return;
    report({ kind: isFirst ? 'submitted' : 'updated', orderId, userName });
  });

  useTableNotices((notice) => {
    if (notice.kind === 'orderSubmitted' || notice.kind === 'orderUpdated') {
      // The page where the diner ordered shows their own order.
      if (notice.mine) return;
      const { orderId, userName } = notice;
      const isChange = notice.kind === 'orderUpdated' && notice.byRestaurant;
      // The message of the other diner's phone says more than the restaurant's, so do not replace it.
      if (isChange && isJustReported(orderId)) return;
      const count = unpaired.current.get(orderId) ?? 0;
      if (!isChange) unpaired.current.set(orderId, count + 1);
      if (!isChange && count < 0) return;
      const kind = notice.kind === 'orderSubmitted' ? 'submitted' : isChange ? 'changed' : 'updated';
      report({ kind, orderId, userName });
    }
    if (notice.kind !== 'peersChanged') return;
    const at = notice.records.flatMap((record) =>
      'event' in record && record.event.type === 'orderPlaced' ? [record.event.at[0]] : [],
    );
    if (at.length > 0) setTimeout(() => void reportNewest(Math.max(...at)), messageWithinMs);
  });
  useEffect(() => {
    // Orders from before the diner came to the table are no news to them.
    if (changes > 0 && !beforeComing) void reportNewest(since);
  }, [changes, since, beforeComing, reportNewest]);
}
