import { memo } from 'react';
import { SplitBill } from '#src/kit/split/SplitBill.tsx';
import { useCartBill } from './use-cart-bill.ts';

/** The way to a split of what is in the cart now. */
export const SplitCart = memo(function SplitCart({ offered }: { readonly offered: boolean }) {
  return <SplitBill variant="quiet" bill={useCartBill()} offered={offered} />;
});
