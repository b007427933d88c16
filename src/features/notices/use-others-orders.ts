import { useEffect, useRef } from 'react';
import { activityOf } from '#projections/feed/activity.ts';
import { useCartEngine, useMissed, useTableNotices } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useSteady } from '#ui/timing/use-steady.ts';

/** ms within which the message of who placed it comes, if it comes at all. */
const messageWithin = 1_000;

export interface OthersOrder {
  /** `changed`: by the restaurant, which does not say what. */
  readonly kind: 'submitted' | 'updated' | 'changed';
  readonly orderId: string;
  /** Empty when nobody said. */
  readonly userName: string;
}

/**
 * Tells of each order of somebody else at the table once, however this phone hears of it: by the message of who placed
 * it (CG4, CG5); by the order itself, where that phone died before it could tell; or later, where this one was away.
 */
export function useOthersOrders(tell: (order: OthersOrder) => void): void {
  const engine = useCartEngine();
  const { member } = useDiner();
  const { changes, since, beforeComing } = useMissed();
  const told = useRef(new Set<string>());
  const last = useRef({ orderId: '', at: -Infinity });
  /** By order: told by a message whose event is still to come, or (below zero) by an event whose message is. */
  const ahead = useRef(new Map<string, number>());
  const say = (order: OthersOrder) => {
    last.current = { orderId: order.orderId, at: performance.now() };
    tell(order);
  };

  const isJustTold = (orderId: string) => {
    const { at, orderId: before } = last.current;
    return before === orderId && performance.now() - at < 2 * messageWithin;
  };

  /** The newest order of the table. */
  const newest = async () => {
    const sameDiner = new Map((engine?.earlierIds ?? []).map((id) => [id, member?.id ?? ''] as const));
    const orders = activityOf((await engine?.loadHistory()) ?? [], sameDiner).flatMap((each) =>
      each.kind === 'ordered' && each.refused === undefined ? [each] : [],
    );
    const order = orders.at(-1);
    const isFirst = orders.filter(({ orderId }) => orderId === order?.orderId).length === 1;
    return order && { ...order, isFirst };
  };
  const lookFor = useSteady(async (from: number) => {
    const order = await newest();
    if (!order || order.at < from || order.userId === member?.id || told.current.has(order.id)) return;
    told.current.add(order.id);
    const { orderId, userName, isFirst } = order;
    const before = ahead.current.get(orderId) ?? 0;
    ahead.current.set(orderId, before > 0 ? 0 : -1);
    if (before > 0) return;
    say({ kind: isFirst ? 'submitted' : 'updated', orderId, userName });
  });

  useTableNotices((notice) => {
    if (notice.kind === 'orderSubmitted' || notice.kind === 'orderUpdated') {
      // Who placed it hears of it on the page where it was placed.
      if (notice.mine) return;
      const { orderId, userName } = notice;
      const isChange = notice.kind === 'orderUpdated' && notice.byRestaurant;
      // What a diner's phone has just told is told better.
      if (isChange && isJustTold(orderId)) return;
      const before = ahead.current.get(orderId) ?? 0;
      if (!isChange) ahead.current.set(orderId, before + 1);
      if (!isChange && before < 0) return;
      const kind = notice.kind === 'orderSubmitted' ? 'submitted' : isChange ? 'changed' : 'updated';
      say({ kind, orderId, userName });
    }
    if (notice.kind !== 'peersChanged') return;
    const at = notice.records.flatMap((record) =>
      'event' in record && record.event.type === 'orderPlaced' ? [record.event.at[0]] : [],
    );
    if (at.length > 0) setTimeout(() => void lookFor(Math.max(...at)), messageWithin);
  });
  useEffect(() => {
    // What was before they came is no news.
    if (changes > 0 && !beforeComing) void lookFor(since);
  }, [changes, since, beforeComing, lookFor]);
}
