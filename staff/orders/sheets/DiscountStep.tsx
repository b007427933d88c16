import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choices } from '#ui/controls/Choices.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';
import { countPlaces } from '#projections/bill/money.ts';
import { useAct } from '../../calls/use-act.ts';
import { useMoney } from '../../use-money.ts';
import { parseTypedAmount, parseTypedPercent } from '#ui/bill/typed-amount.ts';
import { Problem } from './Problem.tsx';
import { Reasons } from './Reasons.tsx';
import type { StepProps } from './step-props.ts';

const kinds = ['percent', 'amount'] as const;
const usual = ['late', 'bad', 'regular', 'staff'] as const;

/** Gives a discount on the whole order. */
export function DiscountStep({ order, staff, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { act, isPending, problem } = useAct(staff.currency);
  const [kind, setKind] = useState<(typeof kinds)[number]>('percent');
  const [text, setText] = useState('10');
  const [isTried, setTried] = useState(false);
  const isPercent = kind === 'percent';
  const percent = isPercent ? parseTypedPercent(text) : undefined;
  const amount = isPercent ? undefined : parseTypedAmount(text, countPlaces(order.totalAmount));
  const isWrong = percent === undefined && amount === undefined;

  const handleReason = (reason: string) => {
    setTried(true);
    if (isWrong) return;
    const price = amount === undefined ? `${percent} %` : money(amount);
    act(
      {
        type: 'orderDiscounted',
        orderId: order.id,
        reason,
        ...(amount === undefined ? { percent } : { amount }),
      },
      { says: t('acts.discounted', { price }), onDone },
    );
  };
  return (
    <Stack $gap="lg">
      <Choices
        legend={t('discount.kind')}
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t(`discount.${value}`) }))}
      />
      <TextField
        label={t(`discount.${kind}`)}
        value={text}
        onChange={({ target }) => setText(target.value)}
        inputMode="decimal"
        autoComplete="off"
        error={isTried && isWrong ? t(isPercent ? 'discount.percentWrong' : 'pay.amountWrong') : undefined}
      />
      <Problem text={problem?.text} />
      <Reasons
        legend={t('discount.why')}
        reasons={staff.reasons?.discount ?? usual.map((reason) => t(`discount.reasons.${reason}`))}
        submit={t('discount.submit')}
        busy={isPending}
        onReason={handleReason}
      />
    </Stack>
  );
}
