import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import type { OrderDialogProps } from './OrderSubmittedDialog.tsx';

/** CD6: somebody else at the table added a round to the order. */
export default function OrderUpdatedDialog({ open, userName, onClose, onViewDetail }: OrderDialogProps) {
  const { t } = useTranslation('order');
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('updated.title')}
      text={t('updated.by', { name: userName })}
      actions={
        <>
          <Button wide onClick={onViewDetail}>
            {t('submitted.viewDetail')}
          </Button>
          <Button variant="secondary" wide onClick={onClose}>
            {t('updated.close')}
          </Button>
        </>
      }
    />
  );
}
