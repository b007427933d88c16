import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { size, space, up } from '#src/theme/tokens.ts';
import { useAtLeast } from '#src/ui/use-at-least.ts';
import { CartBar } from './cart/CartBar.tsx';
import { CartPanel } from './cart/CartPanel.tsx';
import { CartSheet } from './cart/CartSheet.tsx';
import { useOrderPlace } from './order-place.ts';
import { OrderPreview } from './preview/OrderPreview.tsx';
import { ProductSheet } from './product/ProductSheet.tsx';
import { UndoProvider } from './undo/UndoProvider.tsx';
import type { useStep } from './use-step.ts';

interface Props {
  readonly steps: ReturnType<typeof useStep>;
  /** The menu, or what was found in it. */
  readonly children: ReactNode;
}

/** The cart beside the dishes where there is room, else the bar that leads to it; and what opens over them. */
export function OrderFrame({ steps, children }: Props) {
  const { step, key, open, close } = steps;
  const { index } = useOrderPlace();
  const isWide = useAtLeast('lg');
  // The dish that was open last stays while its sheet goes away.
  const [lastDish, setLastDish] = useState({ productId: '', key: '' });
  if (step?.kind === 'product' && lastDish.key !== key) setLastDish({ productId: step.productId, key });
  const dish = index.product(lastDish.productId);

  return (
    <UndoProvider>
      <Page>
        {children}
        {isWide ? (
          <CartPanel onReview={() => open({ kind: 'preview' })} />
        ) : (
          <CartBar isCovered={step?.kind === 'cart'} onOpen={() => open({ kind: 'cart' })} />
        )}
        {dish && (
          <ProductSheet key={lastDish.key} product={dish} open={step?.kind === 'product'} onClose={close} />
        )}
        <CartSheet open={step?.kind === 'cart'} onClose={close} onReview={() => open({ kind: 'preview' })} />
        <OrderPreview open={step?.kind === 'preview'} onClose={close} />
      </Page>
    </UndoProvider>
  );
}

const Page = styled.div`
  display: flex;
  justify-content: center;
  gap: ${space.huge};
  max-width: ${size.wide};
  margin-inline: auto;

  ${up('lg')} {
    padding-inline: ${space.xl};
  }
`;
