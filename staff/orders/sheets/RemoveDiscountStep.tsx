import { useTranslation } from 'react-i18next';
import type { Discount } from '#ui/bill/discounts.ts';
import { Small, Stack } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import { useMoney } from '../../use-money.ts';
import { useDiscountWords } from './payment/DiscountList.tsx';
import { Problem } from './Problem.tsx';
import { Reasons } from './Reasons.tsx';
import type { StepProps } from './step-props.ts';

const usual = ['mistake', 'amount', 'agreed'] as const;

/** Removes a discount of the order. */
export function RemoveDiscountStep({
  order,
  staff,
  discount,
  onDone,
}: StepProps & { readonly discount: Discount }) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const words = useDiscountWords();
  const { act, isPending, problem } = useAct(staff.currency);
  const { id: discountId, amount } = discount;

  const handleReason = (reason: string) =>
    discountId !== undefined &&
    act(
      { type: 'discountRemoved', orderId: order.id, discountId, reason },
      { says: t('acts.discountRemoved', { price: money(amount) }), onDone },
    );
  return (
    <Stack $gap="lg">
      <Small>{words(discount)}</Small>
      <Problem text={problem?.text} />
      <Reasons
        legend={t('discount.removeWhy')}
        reasons={usual.map((reason) => t(`discount.removeReasons.${reason}`))}
        submit={t('discount.removeSubmit')}
        busy={isPending}
        onReason={handleReason}
      />
    </Stack>
  );
}
