import { useTranslation } from 'react-i18next';
import { type Amount, compareAmounts, isZero, sum, zero } from '#projections/bill/money.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { useAct } from '../../../../calls/use-act.ts';
import { useOrderAtProvider } from '../../../../calls/staff-queries.ts';
import { useMoney } from '../../../../use-money.ts';
import { isPaidTooMuch } from '../../../board/board-order.ts';
import { useDishWords } from '../../../dishes/use-dish-words.ts';
import { Problem } from '../../Problem.tsx';
import { Reasons } from '../../Reasons.tsx';
import type { StepProps } from '../../step-props.ts';
import { AmountFields } from '../AmountFields.tsx';
import { PaymentList } from '../PaymentList.tsx';
import { RefundDishes } from './RefundDishes.tsx';
import { useRefund } from './use-refund.ts';

const usual = ['bad', 'missing', 'mistake', 'twice'] as const;

/** Records a refund: of dishes, of an amount, or of everything that was paid. (A3) */
export function RefundStep({ order, placed, staff, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const words = useDishWords(staff.merchantId);
  const { act, isPending, problem } = useAct(staff.currency);
  const form = useRefund(order, placed, staff);
  const { kind, way, due, rounding } = form;
  const refundable = useOrderAtProvider(order)?.refundable;
  const provider =
    refundable && compareAmounts(due ?? zero, refundable.left) <= 0
      ? t('providers.name', { context: refundable.provider })
      : undefined;

  const handleReason = (reason: string) => {
    const chosen = form.take();
    if (!chosen || due === undefined) return;
    const price = money(sum([due, rounding]));
    act(
      { type: 'orderRefunded', orderId: order.id, method: way, reason, ...chosen },
      { says: t('acts.givenBack', { price, method: t(`pay.${way}`) }), onDone },
    );
  };
  return (
    <Stack $gap="lg">
      {isPaidTooMuch(order) && (
        <Banner tone="warning">{t('pay.tooMuch', { price: money(order.paidTooMuch) })}</Banner>
      )}
      <Choices
        legend={t('refund.what')}
        value={kind}
        onChange={form.setKind}
        options={form.options.map((value) => ({ value, label: t(`refund.${value}`) }))}
      />
      {kind === 'dishes' && (
        <RefundDishes
          lines={form.lines}
          pieces={form.pieces}
          words={words}
          money={money}
          onChange={form.setPiecesOf}
        />
      )}
      {kind === 'amount' && (
        <AmountFields
          amounts={form.typed}
          label={t('pay.giveBackAmount')}
          hasTip={form.hasTips}
          problem={undefined}
        />
      )}
      <Choices
        legend={t('refund.how')}
        value={way}
        onChange={form.setWay}
        options={form.ways.map((value) => ({ value, label: t(`pay.${value}`) }))}
      />
      {way !== 'cash' && (
        <Small>
          {way === 'online' && provider !== undefined
            ? t('refund.hint.byItself', { provider })
            : t(`refund.hint.${way}`)}
        </Small>
      )}
      {due !== undefined && <RefundSum due={due} rounding={rounding} currency={staff.currency} />}
      <Problem
        text={problem?.text ?? (form.isTried && due === undefined ? t('refund.nothing') : undefined)}
      />
      <Reasons
        legend={t('refund.why')}
        reasons={staff.reasons?.refund ?? usual.map((reason) => t(`refund.reasons.${reason}`))}
        submit={t('refund.submit')}
        busy={isPending}
        onReason={handleReason}
      />
      <PaymentList order={placed} currency={staff.currency} />
    </Stack>
  );
}

interface SumProps {
  readonly due: Amount;
  readonly rounding: Amount;
  readonly currency: string;
}

/** What is given back. In cash with its rounding. */
function RefundSum({ due, rounding, currency }: SumProps) {
  const { t } = useTranslation('staff');
  return (
    <dl>
      {!isZero(rounding) && (
        <>
          <MoneyLine label={t('refund.exact')} amount={due} currency={currency} />
          <MoneyLine label={t('pay.rounding')} amount={rounding} currency={currency} />
        </>
      )}
      <MoneyLine label={t('refund.sum')} amount={sum([due, rounding])} currency={currency} isTotal />
    </dl>
  );
}
