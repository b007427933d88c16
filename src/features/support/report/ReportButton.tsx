import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportProps } from '#src/kit/page/ReportSlot.tsx';
import { useLazyPopup } from '#src/kit/popups/lazy-popup.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';

const load = () => import('./ReportSheet.tsx');

/** The way to tell support what went wrong; also where everything else has failed. */
export default function ReportButton({ error }: ReportProps) {
  const { t } = useTranslation();
  const { Popup, fetchCode } = useLazyPopup(load);
  const [open, setOpen] = useState(false);

  const handleOpen = async () => {
    if (await fetchCode()) setOpen(true);
    else showToast(t('error.popup'));
  };

  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => void handleOpen()}>
        <LifeBuoy aria-hidden />
        {t('reportProblem')}
      </Button>
      {Popup && <Popup open={open} error={error} onClose={() => setOpen(false)} />}
    </>
  );
}
