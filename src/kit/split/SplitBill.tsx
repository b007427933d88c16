import { ChartPie } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#src/kit/navigation/back-layer.ts';
import { useLazyPopup } from '#src/kit/popups/lazy-popup.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import type { TableBill } from './table-bill.ts';

const load = () => import('./SplitSheet.tsx');

interface Props extends Pick<ComponentProps<typeof Button>, 'variant' | 'wide'> {
  readonly bill: TableBill;
  /** Whether there is anybody to split with. */
  readonly offered: boolean;
}

/** A button that opens the bill's split over the page; its code comes with the first tap. */
export function SplitBill({ bill, offered, variant, wide }: Props) {
  const { t } = useTranslation(['split', 'common']);
  const { Popup, fetchCode } = useLazyPopup(load);
  const [asked, setAsked] = useState(false);
  // The cart may empty under it, when somebody places the order.
  const open = asked && bill.lines.length > 0;
  const close = () => setAsked(false);
  useBackLayer(open, close);

  const handleOpen = async () => {
    if (await fetchCode()) setAsked(true);
    else showToast(t('common:error.popup'));
  };

  return (
    <>
      {offered && (
        <Button variant={variant} wide={wide} aria-haspopup="dialog" onClick={() => void handleOpen()}>
          <ChartPie aria-hidden />
          {t('split:title')}
        </Button>
      )}
      {Popup && <Popup open={open} bill={bill} onClose={close} />}
    </>
  );
}
