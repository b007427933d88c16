import { ChartPie } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { Button } from '#ui/controls/Button.tsx';
import type { SharedSplit, TableBill } from '#ui/bill/table-bill.ts';

const load = () => import('./SplitSheet.tsx');

interface Props extends Pick<ComponentProps<typeof Button>, 'variant' | 'wide'> {
  readonly bill: TableBill;
  readonly offered: boolean;
  readonly shared?: SharedSplit | undefined;
}

/** A button that opens the sheet to split a bill. */
export function SplitBill({ bill, offered, shared, variant, wide }: Props) {
  const { t } = useTranslation('split');
  // The sheet closes if another diner places the order and the cart becomes empty.
  const { Popup, isOpen, open, close } = useTappedPopup(load, bill.lines.length > 0);

  return (
    <>
      {offered && (
        <Button variant={variant} wide={wide} aria-haspopup="dialog" onClick={open}>
          <ChartPie aria-hidden />
          {t('title')}
        </Button>
      )}
      {Popup && <Popup open={isOpen} bill={bill} shared={shared} onClose={close} />}
    </>
  );
}
