import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { isZero } from '#projections/bill/money.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { Button } from '#ui/controls/Button.tsx';

const load = () => import('./ReceiptSheet.tsx');

/** A button that opens the bill or receipt, which can be printed and given to others. */
export function Receipt({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { Popup, isOpen, open, close } = useTappedPopup(load);
  return (
    <>
      <Button wide variant="secondary" aria-haspopup="dialog" onClick={open}>
        <ReceiptText aria-hidden />
        {t(isZero(getOwed(order)) ? 'receipt.open' : 'receipt.bill')}
      </Button>
      {Popup && <Popup open={isOpen} order={order} onClose={close} />}
    </>
  );
}
