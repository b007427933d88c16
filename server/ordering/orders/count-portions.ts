import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import { takePortions, lockCountedDishes, type OrderedDish } from '#server/menu/portions.ts';
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';

/** Counts down the portions of dishes for which staff entered how many are left. */
export function createPortionSubscriptions(): Subscription[] {
  return [
    subscribe('orderPlaced', {
      inTransaction: async (trx, { merchantId, order, round }, record) => {
        const ordered = order.orderItems.filter((line) => line.round === round);
        const isShown = await takePortions(
          trx,
          merchantId,
          await lockCountedDishes(trx, merchantId, ordered),
        );
        if (isShown) await record(trx, 'menuChanged', { merchantId });
      },
    }),
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, act, undone }, record) => {
        const ordered = findOrderedDish(act, undone);
        if (!ordered) return;
        const isShown = await takePortions(
          trx,
          merchantId,
          await lockCountedDishes(trx, merchantId, [ordered]),
        );
        if (isShown) await record(trx, 'menuChanged', { merchantId });
      },
    }),
  ];
}

/** A voided dish was cooked, so its portion does not come back. It comes back only if staff undo that they added it. */
function findOrderedDish(act: ServiceEvent, undone: ServiceEvent | undefined): OrderedDish | undefined {
  const isBack = act.type === 'takenBack';
  const added = isBack ? undone : act;
  // A dish that was moved from another bill was counted when it was ordered.
  if (added?.type !== 'dishAdded' || added.movedFrom) return undefined;
  return { productId: added.item.productId, quantity: isBack ? -added.quantity : added.quantity };
}
