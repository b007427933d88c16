import { LifeBuoy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReportProps } from '#ui/page/MessagePage.tsx';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { Button } from '#ui/controls/Button.tsx';

const load = () => import('./ReportSheet.tsx');

/** The button that opens the problem report. `App` hands it to the page for an app that has crashed, by a context. */
export default function ReportButton({ error }: ReportProps) {
  const { t } = useTranslation();
  const { Popup, isOpen, open, close } = useTappedPopup(load);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={open}>
        <LifeBuoy aria-hidden />
        {t('reportProblem')}
      </Button>
      {Popup && <Popup open={isOpen} error={error} onClose={close} />}
    </>
  );
}
