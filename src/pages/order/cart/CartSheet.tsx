import { useTranslation } from 'react-i18next';
import { Sheet } from '#src/ui/Sheet.tsx';
import { CartContents } from './CartContents.tsx';
import { CartFooter } from './CartFooter.tsx';
import { useIsAlone } from '../is-alone.ts';

interface Props {
  readonly open: boolean;
  onClose(): void;
  onReview(): void;
}

/** The shared cart over the menu. */
export function CartSheet({ open, onClose, onReview }: Props) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t(isAlone ? 'titleAlone' : 'title')}
      height="tall"
      footer={<CartFooter onReview={onReview} onBack={onClose} />}
    >
      <CartContents />
    </Sheet>
  );
}
