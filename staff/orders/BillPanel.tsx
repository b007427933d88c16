import { useTranslation } from 'react-i18next';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { compareAmounts, calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { summariseMoney } from '#ui/bill/order-money.ts';
import { sumPayments } from '#ui/bill/payments.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useOrderOf } from '../calls/staff-queries.ts';
import { useMoney } from '../use-money.ts';
import type { Ask, Step } from './asked.ts';
import { isOwed, isPaidTooMuch } from './board/board-order.ts';
import { DiscountList } from './sheets/payment/DiscountList.tsx';
import { PaymentList } from './sheets/payment/PaymentList.tsx';

interface Props {
  readonly order: StaffOrder;
  readonly staff: StaffIdentity;
  readonly onAsk: Ask;
}

/** The bill of an order: what it adds up to, what was taken off it and by whom, and what is paid and left to pay. */
export function BillPanel({ order, staff, onAsk }: Props) {
  const { t } = useTranslation('staff');
  const { data: placed } = useOrderOf(order);
  const currency = placed?.currency ?? staff.currency;
  if (!placed) return <Skeleton />;
  const { id: orderId, isClosed, status } = order;
  const ask = (step: Step) => () => onAsk({ step, orderId });
  const isPaid = compareAmounts(sumPayments(placed), zero) > 0;
  return (
    <Stack as="section" $gap="sm" aria-label={t('bill.of', { serial: order.serial })}>
      <Amounts placed={placed} currency={currency} />
      <DiscountList order={order} placed={placed} staff={{ ...staff, currency }} onAsk={onAsk} />
      <PaymentList order={placed} currency={currency} />
      {isPaid && <AmountRow label={t('bill.left')} amount={order.owed} currency={currency} isTotal />}
      {status !== orderStatus.beMerged && (
        <Row $gap="xs" $wrap>
          <Button variant="quiet" onClick={ask('receipt')}>
            {t(isOwed(order) ? 'receipt.printBill' : 'receipt.printReceipt')}
          </Button>
          {!isClosed && (
            <Button variant="quiet" onClick={ask('discount')}>
              {t('discount.title')}
            </Button>
          )}
          {!isClosed && status === orderStatus.progressing && (
            <Button variant="quiet" onClick={ask('move')}>
              {t('moving.title')}
            </Button>
          )}
          {isPaid && !isPaidTooMuch(order) && (
            <Button variant="quiet" onClick={ask('giveBack')}>
              {t('pay.giveBack')}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}

/** From the price of the dishes to the total. Amounts of 0 are left out. */
function Amounts({ placed, currency }: { placed: Order; currency: string }) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const { subTotalAmount = zero, totalChargeAmount = zero, taxTerms } = placed;
  const { coupons, discounts, refunds } = summariseMoney(placed);
  const calculateReduction = (some: readonly { readonly amount: Amount }[]) =>
    calculateDifference(zero, sum(some.map(({ amount }) => amount)));
  const names = placed.orderCoupons.map(({ name }) => name).join(t('separator'));
  const rows: (readonly [label: string, amount: Amount])[] = [
    [t('bill.subtotal'), subTotalAmount],
    [names || t('bill.coupon'), calculateDifference(zero, coupons)],
    [t('discount.given'), calculateReduction(discounts)],
    [t('bill.service'), totalChargeAmount],
    [t('bill.refunds'), calculateReduction(refunds)],
    ...placed.orderTaxes.map(({ name, rate, amount }) => {
      const words = { name, rate: percent.format(Number(rate)) };
      return [t(taxTerms?.isIncluded ? 'bill.taxIncluded' : 'bill.tax', words), amount] as const;
    }),
  ];
  return (
    <div>
      {rows
        .filter(([, amount]) => compareAmounts(amount, zero) !== 0)
        .map(([label, amount]) => (
          <AmountRow key={label} label={label} amount={amount} currency={currency} />
        ))}
      <AmountRow label={t('bill.total')} amount={placed.totalAmount ?? zero} currency={currency} isTotal />
    </div>
  );
}

interface AmountRowProps {
  readonly label: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly isTotal?: boolean;
}

function AmountRow({ label, amount, currency, isTotal = false }: AmountRowProps) {
  const money = useMoney(currency);
  return (
    <Row $gap="md" $justify="space-between">
      <Text as="span" $type={isTotal ? 'strong' : 'small'}>
        {label}
      </Text>
      <Text as="span" $type={isTotal ? 'strong' : 'small'} $figures $end>
        {money(amount)}
      </Text>
    </Row>
  );
}
