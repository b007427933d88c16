import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLinks } from '#ui/routes/language.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { useLazyPart } from '#src/popups/lazy-popup.ts';
import { useStableCallback } from '#ui/timing/callback-hooks.ts';
import { CartBar } from '../cart/CartBar.tsx';
import { CartPanel, CartSheet } from '../cart/CartPanel.tsx';
import { UnusualCount } from '../cart/UnusualCount.tsx';
import { useSoldOutNews } from '../cart/use-sold-out-news.ts';
import { HeaderChips } from '../menu/HeaderChips.tsx';
import { openAtSection } from '../menu/use-scroll-restore.ts';
import { showSection } from '../menu/show-section.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { OrderPreview } from '../preview/OrderPreview.tsx';
import { ProductSheet } from '../product/ProductSheet.tsx';
import { useUsualDishes, type OnUsual } from '../suggestions/use-usual-dishes.ts';
import { useTableNews } from '../together/activity/activity-text.ts';
import { useHeadAway } from './use-head-away.ts';
import type { Steps } from './use-step.ts';

interface Props {
  readonly steps: Steps;
  readonly isWide: boolean;
  readonly onUsual: OnUsual | undefined;
}

const loadTable = () => import('../together/TableSheet.tsx');

/**
 * The cart next to the dishes on a wide screen, or else the bar that opens it. It also holds the layers over the page,
 * of which `steps` opens one at a time.
 */
export default function OrderLayers({ steps, isWide, onUsual }: Props) {
  const { step, key, open, close } = steps;
  const { index, merchantId } = useOrderPlace();
  const links = useLinks();
  const navigate = useNavigate();
  useHeadAway();
  useTableNews();
  useUsualDishes(onUsual);
  useSoldOutNews(isWide || step?.kind === 'cart');
  const isTableOpen = step?.kind === 'table';
  const { Popup: TableSheet } = useLazyPart(loadTable, { needed: isTableOpen, giveUp: close });
  // Keep the last dish, so that its sheet is not empty while it closes.
  const [lastDish, setLastDish] = useState({ productId: '', key: '' });
  if (step?.kind === 'product' && lastDish.key !== key) setLastDish({ productId: step.productId, key });
  /** The section to show after the cart has closed. */
  const swapTo = useRef<string>(undefined);
  const dish = index.get(lastDish.productId);

  /** Scrolls to the section. The search page, and a filter, may not show it: then it leads to the menu. */
  const goToSection = (categoryId: string) => {
    const heading = showSection(categoryId);
    if (heading) return heading;
    openAtSection(merchantId, categoryId);
    void navigate(links.order(merchantId));
    return undefined;
  };
  const handleSwap = useStableCallback(({ item }: TableLine) => {
    const categoryId = index.get(item.productId)?.categoryId ?? item.categoryId;
    if (step?.kind === 'cart') {
      swapTo.current = categoryId;
      close();
    } else goToSection(categoryId);
  });
  const handleCartClosed = () => {
    const categoryId = swapTo.current;
    swapTo.current = undefined;
    return categoryId === undefined ? undefined : goToSection(categoryId);
  };

  return (
    <>
      {isWide ? (
        <CartPanel onReview={() => open({ kind: 'preview' })} onSwap={handleSwap} />
      ) : (
        <CartBar isCovered={step?.kind === 'cart'} onOpen={() => open({ kind: 'cart' })} />
      )}
      <HeaderChips onSee={() => open({ kind: 'table' })} />
      {dish && (
        <ProductSheet key={lastDish.key} product={dish} open={step?.kind === 'product'} onClose={close} />
      )}
      <CartSheet
        open={step?.kind === 'cart'}
        onClose={close}
        onClosed={handleCartClosed}
        onSwap={handleSwap}
        onReview={() => open({ kind: 'preview' })}
      />
      <UnusualCount onChange={() => open({ kind: 'cart' })} />
      {TableSheet && <TableSheet open={isTableOpen} onClose={close} />}
      <OrderPreview open={step?.kind === 'preview'} onClose={close} />
    </>
  );
}
