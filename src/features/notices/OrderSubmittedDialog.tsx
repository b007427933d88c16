import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';

export interface OrderDialogProps {
  readonly open: boolean;
  /** Who placed it. */
  readonly userName: string;
  onClose(): void;
  onAddItem(): void;
  onViewDetail(): void;
}

/** CD5: somebody else at the table placed the order. */
export default function OrderSubmittedDialog({
  open,
  userName,
  onClose,
  onAddItem,
  onViewDetail,
}: OrderDialogProps) {
  const { t } = useTranslation('order');
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('submitted.title')}
      text={t('submitted.by', { name: userName })}
      actions={
        <>
          <Button wide onClick={onViewDetail}>
            {t('submitted.viewDetail')}
          </Button>
          <Button variant="secondary" wide onClick={onAddItem}>
            {t('submitted.addItem')}
          </Button>
        </>
      }
    />
  );
}
