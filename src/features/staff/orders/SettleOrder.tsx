import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { staffOrderActions, StaffOrder } from '#contract/calls/staff.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { moneyText } from '#src/kit/ui/text/money-text.ts';
import { Row } from '#src/kit/ui/primitives.tsx';

type Action = (typeof staffOrderActions)[number];

interface Props {
  readonly order: StaffOrder;
  readonly currency: string;
  readonly busy: boolean;
  onSettle(action: Action): void;
}

/** How an order ends; what can't be taken back is asked first. */
export function SettleOrder({ order, currency, busy, onSettle }: Props) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const [asked, setAsked] = useState<'pay' | 'cancel'>();
  // The question stays while its dialog goes away.
  const [last, setLast] = useState<'pay' | 'cancel'>('pay');
  const ask = (action: 'pay' | 'cancel') => {
    setAsked(action);
    setLast(action);
  };
  const { serial, tableName } = order;
  const price = moneyText(order.totalAmount, currency, language);
  const payTitle =
    tableName === null
      ? t('orders.payTitleToGo', { serial, price })
      : t('orders.payTitle', { name: tableName, price });

  const handleYes = () => {
    setAsked(undefined);
    onSettle(last);
  };

  return (
    <Row $gap="xs" $wrap>
      <Button variant="secondary" busy={busy} onClick={() => ask('pay')}>
        {t('orders.pay')}
      </Button>
      <Button variant="quiet" onClick={() => onSettle('complete')}>
        {t('orders.complete')}
      </Button>
      <Button variant="quiet" onClick={() => ask('cancel')}>
        {t('orders.cancel')}
      </Button>
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={last === 'pay' ? payTitle : t('orders.cancelTitle', { serial })}
        text={t(last === 'pay' ? 'orders.payText' : 'orders.cancelText')}
        actions={
          <>
            <Button wide variant={last === 'pay' ? 'primary' : 'danger'} onClick={handleYes}>
              {t(last === 'pay' ? 'orders.pay' : 'orders.cancel')}
            </Button>
            <Button wide variant="quiet" onClick={() => setAsked(undefined)}>
              {t('orders.keep')}
            </Button>
          </>
        }
      />
    </Row>
  );
}
