import { useTranslation } from 'react-i18next';
import type { TableLine } from '#src/runtime/cart/table-cart.ts';
import { Sheet } from '#src/kit/ui/layers/Sheet.tsx';
import { CartContents } from './CartContents.tsx';
import { CartFooter } from './CartFooter.tsx';
import { useIsAlone } from '../together/is-alone.ts';

interface Props {
  readonly open: boolean;
  onClose(): void;
  /** It has gone; answers what gets the focus, if not what had it before. */
  onClosed(): HTMLElement | null | undefined;
  onReview(): void;
  /** To dishes like the one of a line. */
  onSwap(line: TableLine): void;
}

/** The shared cart over the menu. */
export function CartSheet({ open, onClose, onClosed, onReview, onSwap }: Props) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t(isAlone ? 'titleAlone' : 'title')}
      height="tall"
      footer={<CartFooter onReview={onReview} onBack={onClose} />}
    >
      <CartContents onSwap={onSwap} />
    </Sheet>
  );
}
