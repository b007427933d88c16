import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Coupon, CouponState } from '#contract/calls/coupon.ts';
import { discountType } from '#projections/bill/coupon.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { colour, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { moneyText } from '#src/kit/ui/text/money-text.ts';
import { Box, Small, Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly coupon: Coupon;
  readonly state: CouponState;
  readonly currency: string;
}

/** One coupon: what it takes off, from which amount on, and until when. */
export function CouponCard({ coupon, state, currency }: Props) {
  const { t } = useTranslation('member');
  const language = useLanguage();
  const dayOf = (at: number) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  const isPercentage = coupon.discountType === discountType.percentage;
  const conditions = [
    Number(coupon.thresholdAmount) > 0 &&
      t('coupons.from', { amount: moneyText(coupon.thresholdAmount, currency, language) }),
    coupon.maxDiscountAmount !== null &&
      isPercentage &&
      t('coupons.atMost', { amount: moneyText(coupon.maxDiscountAmount, currency, language) }),
    state === 'used' && coupon.usedAt !== null
      ? t('coupons.usedOn', { day: dayOf(coupon.usedAt) })
      : t(state === 'expired' ? 'coupons.endedOn' : 'coupons.until', { day: dayOf(coupon.expiresAt) }),
  ].filter(Boolean);

  return (
    <Card $isOver={state !== 'available'}>
      <Value>
        {isPercentage
          ? t('coupons.percentOff', { percent: coupon.discountValue })
          : t('coupons.amountOff', { amount: moneyText(coupon.discountValue, currency, language) })}
      </Value>
      <Box $grow $pad="lg">
        <Text as="h2" $type="strong">
          {coupon.name}
        </Text>
        {conditions.map((condition) => (
          <Small key={String(condition)}>{condition}</Small>
        ))}
      </Box>
    </Card>
  );
}

const Card = styled.li<{ $isOver: boolean }>`
  display: flex;
  align-items: stretch;
  background: ${colour('surface')};
  border-radius: ${radius.lg};
  overflow: hidden;
  ${({ $isOver }) => $isOver && 'filter: grayscale(1);'}
`;

const Value = styled.p`
  display: grid;
  place-items: center;
  width: ${size.stepper};
  flex: none;
  word-break: keep-all;
  padding: ${space.md};
  ${type.heading};
  ${figures};
  text-align: center;
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
`;
