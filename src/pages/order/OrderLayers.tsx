import { useState } from 'react';
import { CartBar } from './cart/CartBar.tsx';
import { CartSheet } from './cart/CartSheet.tsx';
import { useOrderPlace } from './order-place.ts';
import { OrderPreview } from './preview/OrderPreview.tsx';
import { ProductSheet } from './product/ProductSheet.tsx';
import type { useStep } from './use-step.ts';

/** What opens over the menu and the search: a dish, the cart, the preview; and the bar that leads to the cart. */
export function OrderLayers({ steps }: { steps: ReturnType<typeof useStep> }) {
  const { step, key, open, close } = steps;
  const { index } = useOrderPlace();
  // The dish that was open last stays while its sheet goes away.
  const [lastDish, setLastDish] = useState({ productId: '', key: '' });
  if (step?.kind === 'product' && lastDish.key !== key) setLastDish({ productId: step.productId, key });
  const dish = index.product(lastDish.productId);

  return (
    <>
      <CartBar onOpen={() => open({ kind: 'cart' })} />
      {dish && (
        <ProductSheet key={lastDish.key} product={dish} open={step?.kind === 'product'} onClose={close} />
      )}
      <CartSheet open={step?.kind === 'cart'} onClose={close} onReview={() => open({ kind: 'preview' })} />
      <OrderPreview open={step?.kind === 'preview'} onClose={close} />
    </>
  );
}
