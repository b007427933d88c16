import { Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PlacedItem } from '#contract/order-fields.ts';
import { useAddToCart } from '#src/add-to-cart/use-add-to-cart.ts';
import { useCartPart, useOrderPlace } from '#src/cart/hooks.ts';
import { stepState } from '#src/navigation/order-step.ts';
import { useLinks } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { planOrderAgain } from './order-again.ts';

/**
 * Adds the diner's dishes of a round to the cart again and opens the review. Dishes that are not available in the same way
 * are left out, and show the reason themselves. It is not offered if the diner has chosen new dishes already.
 */
export function RoundAgain({ lines }: { lines: readonly PlacedItem[] }) {
  const { t } = useTranslation('order');
  const { index, merchantId } = useOrderPlace();
  const links = useLinks();
  const navigate = useNavigate();
  const { add } = useAddToCart();
  const hasNew = useCartPart(({ carts }) =>
    carts.some(({ mine, lines: chosen }) => mine && chosen.length > 0),
  );
  const again = lines.flatMap((line) => {
    const found = planOrderAgain(line, index);
    return found.kind === 'same' && line.quantity > 0 ? [{ item: found.item, quantity: line.quantity }] : [];
  });
  if (again.length === 0 || hasNew) return null;

  const handleTap = async () => {
    for (const { item, quantity } of again) if (!(await add(item, quantity))) return;
    await navigate(links.order(merchantId), { state: stepState({ kind: 'preview' }) });
  };
  return (
    <Button variant="secondary" onClick={() => void handleTap()}>
      <Repeat2 aria-hidden />
      {t(again.length === lines.length ? 'again.round' : 'again.rest')}
    </Button>
  );
}
