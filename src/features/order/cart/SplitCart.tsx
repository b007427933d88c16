import { memo } from 'react';
import { SplitBill } from '#src/kit/split/SplitBill.tsx';
import { useCartPart } from '#src/kit/cart/hooks.ts';
import type { TableBill } from '#src/kit/split/table-bill.ts';
import { useDinerName } from '#src/kit/diner/diner-name.ts';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import { usePricedCart } from './use-priced-cart.ts';

/** The way to a split of what is in the cart now. */
export const SplitCart = memo(function SplitCart({ offered }: { readonly offered: boolean }) {
  return <SplitBill variant="quiet" bill={useCartBill()} offered={offered} />;
});

/** What is in the cart now, to be split; tax and service charge come with the order. */
function useCartBill(): TableBill {
  const { diners } = usePricedCart();
  const nameOf = useDinerName();
  const { currency } = useOrderPlace();
  const guests = useCartPart((cart) => cart.guests);
  return {
    diners: diners.map(({ diner }) => ({ userId: diner.userId, name: nameOf(diner), mine: diner.mine })),
    lines: diners.flatMap(({ lines }) =>
      lines.map(({ line: { lineId, userId, quantity }, name, amount }) => ({
        lineId,
        userId,
        quantity,
        name,
        amount,
      })),
    ),
    charges: [],
    guests,
    currency,
    isBeforeCharges: true,
  };
}
