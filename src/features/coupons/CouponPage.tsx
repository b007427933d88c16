import { findCurrency } from '#ui/i18n/currency.ts';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/controls/Link.tsx';
import { styled } from 'styled-components';
import { couponStates, type Coupon, type CouponState } from '#contract/coupon-fields.ts';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useCoupons } from '#client/api/queries/diner-queries.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { ListEmpty, ListFailed } from '#ui/page/ListStates.tsx';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { segment, Segments } from '#ui/controls/Choices.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { discountType } from '#projections/bill/coupon.ts';
import { formatMoney } from '#projections/bill/format-money.ts';

function CouponPage({ state }: { state: CouponState }) {
  const { t } = useTranslation('member');
  const { merchantId = '', merchant } = useCurrentMerchant();
  const language = useLanguage();
  const links = useLinks();
  const { data, error, isPaused, isFetching, refetch } = useCoupons(merchantId, state, language);
  const hasFailed = error !== null || isPaused;
  const address = {
    available: links.couponAvailable(merchantId),
    used: links.couponUsed(merchantId),
    expired: links.couponExpired(merchantId),
  };

  return (
    <HeaderOnlyLayout title={t('coupons.title')} fallback={links.account(merchantId)}>
      <Segments as="nav" aria-label={t('coupons.title')}>
        {couponStates.map((each) => (
          <Tab key={each} to={address[each]} replace aria-current={each === state ? 'page' : undefined}>
            {t(`coupons.states.${each}`)}
          </Tab>
        ))}
      </Segments>
      {data ? (
        <Stack as="ul" $gap="md">
          {data.list.map((coupon) => (
            <CouponCard
              key={coupon.userCouponId}
              coupon={coupon}
              state={state}
              currency={findCurrency(merchant, language)}
            />
          ))}
        </Stack>
      ) : (
        !hasFailed && <Skeleton $height="7rem" />
      )}
      {data?.list.length === 0 && <ListEmpty>{t(`coupons.none.${state}`)}</ListEmpty>}
      {!data && isUnsupported(error) && <ListEmpty>{t('coupons.noList')}</ListEmpty>}
      {!data && hasFailed && !isUnsupported(error) && (
        <ListFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </HeaderOnlyLayout>
  );
}

/** True if the server has no call for coupons. It then answers 404 or with an HTML page. */
function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && (error.code === codes.notFound || error.failure.kind === 'malformed');
}

export const CouponsAvailable = () => <CouponPage state="available" />;
export const CouponsUsed = () => <CouponPage state="used" />;
export const CouponsExpired = () => <CouponPage state="expired" />;

const Tab = styled(Link)`
  ${segment}
`;

function CouponCard({ coupon, state, currency }: { coupon: Coupon; state: CouponState; currency: string }) {
  const { t } = useTranslation('member');
  const language = useLanguage();
  const formatDay = (at: number) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  const isPercentage = coupon.discountType === discountType.percentage;
  const conditions = [
    Number(coupon.thresholdAmount) > 0 &&
      t('coupons.from', { amount: formatMoney(coupon.thresholdAmount, currency, language) }),
    coupon.maxDiscountAmount !== null &&
      isPercentage &&
      t('coupons.atMost', { amount: formatMoney(coupon.maxDiscountAmount, currency, language) }),
    coupon.spans === 'bill' && t('coupons.wholeBill'),
    state === 'used' && coupon.usedAt !== null
      ? t('coupons.usedOn', { day: formatDay(coupon.usedAt) })
      : // 0 means that the server sent no time.
        coupon.expiresAt > 0 &&
        t(state === 'expired' ? 'coupons.endedOn' : 'coupons.until', { day: formatDay(coupon.expiresAt) }),
  ].filter(Boolean);

  return (
    <Card $isOver={state !== 'available'}>
      <Value>
        {Number(coupon.discountValue) > 0 &&
          (isPercentage
            ? t('coupons.percentOff', {
                percent: coupon.discountValue,
                tenths: calculateTenthsLeft(coupon.discountValue),
              })
            : t('coupons.amountOff', { amount: formatMoney(coupon.discountValue, currency, language) }))}
      </Value>
      <Words>
        <Text as="h2" $type="strong">
          {coupon.name}
        </Text>
        {conditions.map((condition) => (
          <Small key={String(condition)}>{condition}</Small>
        ))}
      </Words>
    </Card>
  );
}

const Card = styled.li<{ $isOver: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: stretch;
  background: ${colour('surface')};
  border-radius: ${radius.lg};
  overflow: hidden;
  ${({ $isOver }) => $isOver && 'filter: grayscale(1);'}
`;

/** Takes the remaining width. With large text it wraps below the value. */
const Words = styled.div`
  flex: 99 1 ${size.readable};
  padding: ${space.lg};
`;

const Value = styled.p`
  display: grid;
  place-items: center;
  flex: 1 0 ${size.stepper};
  word-break: keep-all;
  padding: ${space.md};
  ${type.heading};
  ${figures};
  text-align: center;
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
`;

/** In Chinese a discount is named by the rest of the price: 15 % off is 8.5 tenths. */
function calculateTenthsLeft(percent: string): number {
  return Number((10 - Number(percent) / 10).toFixed(3));
}
