import { ChevronRight, Circle, CircleCheck, Ticket } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import type { Coupon, OrderCoupon } from '#contract/coupon-fields.ts';
import {
  chooseBestCoupon,
  calculateCountedAmount,
  calculateCouponDiscount,
  calculateMissingAmount,
  type BillSoFar,
} from '#projections/bill/coupon.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { useCoupons } from '#client/api/queries/diner-queries.ts';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { border, colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { Stack, Text, VisuallyHidden } from '#ui/primitives.tsx';

interface Props {
  /** The coupon that the totals include. */
  readonly applied: OrderCoupon | undefined;
  /** The coupon with the highest discount. It is used only if the diner says so. */
  readonly offer: OrderCoupon | undefined;
  readonly soFar: BillSoFar;
  /** @param userCouponId undefined for none */
  onChoose(userCouponId: string | undefined): void;
}

/** Lets a member choose the coupon for this order, at most one. It shows nothing to a member without coupons. */
export function CouponChoice({ applied, offer, soFar, onChoose }: Props) {
  const { t } = useTranslation('cart');
  const { merchantId, currency } = useOrderPlace();
  const language = useLanguage();
  const coupons = useCoupons(merchantId, 'available', language).data?.list ?? [];
  const [isOpen, setOpen] = useState(false);
  useBackLayer(isOpen, () => setOpen(false));
  if (coupons.length === 0 && !applied && !offer) return null;

  const handleChoose = (userCouponId: string | undefined) => {
    onChoose(userCouponId);
    setOpen(false);
  };
  const usable = coupons.filter((coupon) => isSome(calculateCouponDiscount(coupon, soFar)));
  const describeDiscount = ({ amount }: OrderCoupon) =>
    isSome(amount) && t('coupon.takesOff', { amount: formatMoney(amount, currency, language) });
  const named = applied ?? offer;

  return (
    <>
      <Slip>
        <Choose type="button" onClick={() => setOpen(true)}>
          <Ticket aria-hidden />
          <Text as="span" $grow="fewWords">
            {named ? named.name : t('coupon.choose')}
            {offer && (
              <Text as="span" $block $type="small" $colour="textMuted">
                {usable.length > 1 && isSome(offer.amount)
                  ? t('coupon.best', {
                      count: usable.length,
                      amount: formatMoney(offer.amount, currency, language),
                    })
                  : describeDiscount(offer)}
              </Text>
            )}
            {named && <Counted coupon={named} soFar={soFar} />}
          </Text>
          {!offer && (
            <>
              <Effect $on={applied !== undefined}>
                {applied ? describeDiscount(applied) : t('coupon.have', { count: usable.length })}
              </Effect>
              <ChevronRight aria-hidden />
            </>
          )}
        </Choose>
        {offer && (
          <Button variant="secondary" onClick={() => handleChoose(offer.userCouponId)}>
            {t('coupon.use')}
            <VisuallyHidden> {offer.name}</VisuallyHidden>
          </Button>
        )}
      </Slip>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('coupon.choose')}>
        <CouponList
          coupons={coupons}
          soFar={soFar}
          chosen={applied?.userCouponId}
          best={usable.length > 1 ? chooseBestCoupon(usable, soFar)?.userCouponId : undefined}
          onChoose={handleChoose}
        />
      </Sheet>
    </>
  );
}

interface ListProps {
  readonly coupons: readonly Coupon[];
  readonly soFar: BillSoFar;
  readonly chosen: string | undefined;
  /** The id of the coupon with the highest discount; undefined if there is only one. */
  readonly best: string | undefined;
  onChoose(userCouponId: string | undefined): void;
}

function CouponList({ coupons, soFar, chosen, best, onChoose }: ListProps) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const language = useLanguage();
  const formatAmount = (amount: Amount) => formatMoney(amount, currency, language);

  return (
    <Stack as="ul" $gap="sm">
      {coupons.map((coupon) => {
        const missing = calculateMissingAmount(coupon, soFar);
        const isReached = !isSome(missing);
        const off = calculateCouponDiscount(coupon, soFar);
        const isChosen = coupon.userCouponId === chosen;
        return (
          <li key={coupon.userCouponId}>
            <Option
              type="button"
              disabled={!isReached}
              aria-pressed={isChosen}
              onClick={() => onChoose(coupon.userCouponId)}
            >
              <Mark isOn={isChosen} />
              <Text as="span" $grow="fewWords">
                {coupon.name}
                {!isReached && (
                  <Text as="span" $block $type="small">
                    {t('coupon.missing', { amount: formatAmount(missing) })}
                  </Text>
                )}
                <Counted coupon={coupon} soFar={soFar} />
                {coupon.userCouponId === best && (
                  <Text as="span" $block $type="small">
                    {t('coupon.most')}
                  </Text>
                )}
              </Text>
              {isReached && isSome(off) && (
                <Effect $on>{t('coupon.takesOff', { amount: formatAmount(off) })}</Effect>
              )}
            </Option>
          </li>
        );
      })}
      <li>
        <Option type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          <Mark isOn={chosen === undefined} />
          <Text as="span" $grow="fewWords">
            {t('coupon.none')}
          </Text>
        </Option>
      </li>
    </Stack>
  );
}

/** Explains that earlier rounds count towards the coupon, and that its discount is limited to the price of this round. */
function Counted({ coupon, soFar }: { coupon: Coupon | OrderCoupon; soFar: BillSoFar }) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const language = useLanguage();
  const counted = calculateCountedAmount(coupon, soFar);
  if (compareAmounts(counted, soFar.round) === 0) return null;
  const formatAmount = (amount: Amount) => formatMoney(amount, currency, language);
  const isCapped = compareAmounts(calculateCouponDiscount(coupon, soFar), soFar.round) === 0;
  const hasThreshold = isSome(coupon.thresholdAmount);
  return (
    <Text as="span" $block $type="small" $colour="textMuted">
      {t(hasThreshold ? 'coupon.countedOf' : 'coupon.counted', {
        counted: formatAmount(counted),
        from: formatAmount(coupon.thresholdAmount),
      })}
      {isCapped && ` · ${t('coupon.capped')}`}
    </Text>
  );
}

/** False for 0, which some servers send instead of an unknown discount. */
function isSome(amount: Amount): boolean {
  return compareAmounts(amount, zero) > 0;
}

/** The mark of a chosen option. Screen readers get the state from the button itself. */
function Mark({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? CircleCheck : Circle;
  return <Icon aria-hidden />;
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs} ${space.md};
  width: 100%;
  min-height: ${size.control};
  ${type.strong};
  text-align: start;
  color: ${colour('text')};
  background: ${colour('surface')};
  cursor: pointer;

  > svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
    color: ${colour('accentText')};
  }
`;

const Slip = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.sm};
  padding: ${space.sm} ${space.md} ${space.sm} ${space.xl};
  background: ${colour('surface')};
  border: ${border.thin} dashed ${colour('outline')};
  border-radius: ${radius.lg};
`;

const Choose = styled.button`
  ${row};
  flex: 1 1 0;
  width: auto;
  min-width: min(100%, ${size.fewWords});
`;

const Effect = styled.span<{ $on: boolean }>`
  ${figures};
  ${type.label};
  margin-inline-start: auto;
  color: ${({ $on }) => ($on ? colour('accentText') : colour('textMuted'))};
`;

const Option = styled.button`
  ${row};
  padding: ${space.sm} ${space.lg};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};

  &[aria-pressed='true'] {
    border-color: ${colour('accentText')};
  }
  &:disabled,
  &:disabled > svg {
    color: ${colour('textMuted')};
  }
  &:disabled {
    cursor: default;
  }
`;
