import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';

interface InactiveOrderProps {
  readonly open: boolean;
  onContinue(): void;
  onRestart(): void;
}

/** CD4: somebody left things in the cart long ago. It has to be answered. */
export default function InactiveOrderDialog({ open, onContinue, onRestart }: InactiveOrderProps) {
  const { t } = useTranslation('table');
  return (
    <Dialog
      open={open}
      title={t('inactive.title')}
      text={t('inactive.text')}
      actions={
        <>
          <Button wide onClick={onContinue}>
            {t('inactive.continue')}
          </Button>
          <Button wide variant="danger" onClick={onRestart}>
            {t('inactive.restart')}
          </Button>
        </>
      }
    />
  );
}
