import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';

interface SessionEndedProps {
  readonly open: boolean;
  /** Own changes that never reached the kitchen. */
  readonly unsent: number;
  onClose(): void;
}

/** The staff closed the table: what that means, and what was lost by it. */
export default function SessionEndedDialog({ open, unsent, onClose }: SessionEndedProps) {
  const { t } = useTranslation('table');
  return (
    <Dialog
      open={open}
      title={t('notices.endedTitle')}
      text={
        <>
          <p>{t('notices.endedText')}</p>
          {unsent > 0 && <p>{t('notices.endedUnsent', { count: unsent })}</p>}
        </>
      }
      actions={
        <Button wide onClick={onClose}>
          {t('notices.endedClose')}
        </Button>
      }
    />
  );
}
