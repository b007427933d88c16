import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';

interface Props {
  readonly open: boolean;
  readonly kind: 'submitted' | 'updated';
  /** Whose doing it is. */
  readonly userName: string;
  onClose(): void;
  onAddItem(): void;
  onViewDetail(): void;
}

/** CD5, CD6: somebody else at the table placed the order, or added a round to it. */
export default function OrderDialog({ open, kind, userName, onClose, onAddItem, onViewDetail }: Props) {
  const { t } = useTranslation('order');
  const isSubmitted = kind === 'submitted';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(`${kind}.title`)}
      text={t(`${kind}.by`, { name: userName })}
      actions={
        <>
          <Button wide onClick={onViewDetail}>
            {t('submitted.viewDetail')}
          </Button>
          <Button variant="secondary" wide onClick={isSubmitted ? onAddItem : onClose}>
            {t(isSubmitted ? 'submitted.addItem' : 'updated.close')}
          </Button>
        </>
      }
    />
  );
}
