import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Paying } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { useOpenToPay } from '#src/navigation/pay-now.ts';
import { findDue } from '#src/paying/find-due.ts';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { ShareList } from '#ui/bill/ShareList.tsx';
import { computeShares } from '#ui/bill/shares.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack } from '#ui/primitives.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';

const load = () => import('./PaySheet.tsx');

/** The sheet for paying. A link with `payNow` opens it when it leads to the order. */
export function usePaySheet(order: Order, reader: Reader, paying: Paying | undefined) {
  const isOwed = compareAmounts(getOwed(order), zero) > 0;
  const isOnline = paying?.online === true && isOwed;
  const sheet = useTappedPopup(load, isOwed);
  useOpenToPay(isOnline, sheet.open);
  return { ...sheet, isOnline, due: isOnline ? findDue(order, reader) : undefined };
}

interface Props {
  readonly order: Order;
  readonly reader: Reader;
  readonly paying: Paying | undefined;
  readonly sheet: ReturnType<typeof usePaySheet>;
}

/** Each diner's share of the order, how much of it is paid, and the button that opens the online payment. */
export function PayOrder({ order, reader, paying, sheet }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const shares = computeShares(order, reader);
  const { Popup, isOnline, isOpen, open, close } = sheet;
  const underWay = (paying?.attempts ?? []).filter(({ state }) => state === 'underWay');
  const isCancelled = order.status === orderStatus.cancelled;
  if (isCancelled || (shares.length < 2 && !isOnline)) return null;

  return (
    <Stack $gap="md">
      {shares.length > 1 && (
        <ShareList
          title={t('paying.parts')}
          shares={shares}
          paying={new Set(underWay.map(({ userId, share }) => share ?? userId))}
          money={(amount) => formatMoney(amount, reader.currency, language)}
        />
      )}
      {isOnline && (
        <Button wide variant="secondary" aria-haspopup="dialog" onClick={open}>
          <CreditCard aria-hidden />
          {t('paying.open')}
        </Button>
      )}
      {Popup && paying && (
        <Popup open={isOpen} order={order} reader={reader} paying={paying} onClose={close} />
      )}
    </Stack>
  );
}
