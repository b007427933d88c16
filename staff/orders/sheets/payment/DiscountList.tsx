import { useTranslation } from 'react-i18next';
import { translateReason } from '#staff/usual-reasons.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { calculateDifference, zero } from '#projections/bill/money.ts';
import { listDiscounts, type Discount } from '#ui/bill/discounts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';
import type { StepProps } from '../step-props.ts';

/** The discounts of an order, with who gave them and why. Those of an order that is not closed can be removed. */
export function DiscountList({
  order,
  placed,
  staff,
  onAsk,
}: Pick<StepProps, 'order' | 'placed' | 'staff' | 'onAsk'>) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const words = useDiscountWords();
  const discounts = listDiscounts(placed);
  if (discounts.length === 0) return null;
  return (
    <section>
      <Text as="h3" $type="label" $below="xs">
        {t('discount.given')}
      </Text>
      <ul>
        {discounts.map((discount, index) => {
          const { id: discountId, amount } = discount;
          return (
            <Row
              as="li"
              key={discountId ?? index}
              $gap="md"
              $wrap
              $align="center"
              $justify="space-between"
              $padBlock="xs"
            >
              <span>{words(discount)}</span>
              <Row $gap="sm" $wrap $align="center">
                <Text as="span" $type="strong" $figures $end>
                  {money(calculateDifference(zero, amount))}
                </Text>
                {discountId !== undefined && !order.isClosed && (
                  <Button
                    variant="quiet"
                    onClick={() => onAsk({ step: 'removeDiscount', orderId: order.id, discountId })}
                  >
                    {t('discount.remove')}
                  </Button>
                )}
              </Row>
            </Row>
          );
        })}
      </ul>
    </section>
  );
}

/** Names a discount: its reason, and who gave it. */
export function useDiscountWords(): (discount: Discount) => string {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  return ({ reason, by }) => {
    const why = reason === '' ? t('discount.title') : translateReason(language, reason);
    return by === '' ? why : t('discount.givenBy', { reason: why, name: by });
  };
}
