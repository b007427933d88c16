import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { orderType } from '#contract/states.ts';
import { useTableActiveOrder } from '#src/api/queries.ts';
import { useLanguage, useLinks } from '#src/app/language.ts';
import { useDiner } from '#src/app/diner.ts';
import { useCartStatus, useTableCart } from '#src/cart/hooks.ts';
import { colour } from '#src/theme/colour.ts';
import { border, cramped, radius, size, space, type } from '#src/theme/tokens.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { moneyText } from '#src/ui/money-text.ts';
import { FullScreen } from '#src/ui/FullScreen.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { DinerSection } from '../cart/DinerSection.tsx';
import { WaitingChip } from '../cart/WaitingChip.tsx';
import { useDinerName } from '../diner-name.ts';
import { useOrderPlace } from '../order-place.ts';
import { usePricedCart } from '../use-priced-cart.ts';
import { CouponChoice } from './CouponChoice.tsx';
import { OrderCodeField } from './OrderCodeField.tsx';
import { PreviewLine } from './PreviewLine.tsx';
import { PreviewTotals } from './PreviewTotals.tsx';
import { usePlacing } from './use-placing.ts';
import { useTotals } from './use-totals.ts';

interface Props {
  readonly open: boolean;
  onClose(): void;
}

/** The step before the order goes to the kitchen; it stands over the order page and has no address (D1). */
export function OrderPreview({ open, onClose }: Props) {
  const { t } = useTranslation('cart');
  const { merchantId, orderCodeRequired, currency } = useOrderPlace();
  const language = useLanguage();
  const { member, isMember, table } = useDiner();
  const links = useLinks();
  const { network } = useCartStatus();
  const nameOf = useDinerName();
  const cart = useTableCart();
  const { diners } = usePricedCart();
  const isEmpty = cart.quantity === 0;
  const { totals, coupon, choose } = useTotals(open && !isEmpty);
  // An order bears one coupon, in whichever round.
  const hadCoupon = (useTableActiveOrder(table).data?.orderCoupons.length ?? 0) > 0;
  const placing = usePlacing();
  const [orderCode, setOrderCode] = useState('');

  const isToGo = cart.orderType === orderType.toGo || cart.orderType === orderType.onlineToGo;
  const facts = [
    isToGo ? t('preview.toGo') : t('preview.dineIn'),
    ...(table?.tableName ? [t('preview.table', { name: table.tableName })] : []),
  ];
  const guests = cart.guests > 0 ? t('preview.guests', { count: cart.guests }) : t('preview.guestsUnset');

  const total = isEmpty ? undefined : totals.data?.totalAmount;
  const action =
    total === undefined
      ? t('place.action')
      : t('place.actionFor', { price: moneyText(total, currency, language) });

  const footer =
    placing.state === 'unknown' ? (
      <Button wide onClick={() => placing.checkAgain()}>
        {t('place.checkAgain')}
      </Button>
    ) : (
      <>
        {placing.problem !== undefined && !isEmpty && <Problem>{placing.problem}</Problem>}
        <Button
          wide
          busy={placing.state === 'busy'}
          disabled={isEmpty && placing.state === 'idle'}
          onClick={() => placing.place({ orderCode, userCouponIds: coupon ? [coupon.userCouponId] : [] })}
        >
          {placing.state === 'busy' ? t('place.busy') : action}
        </Button>
      </>
    );

  return (
    <FullScreen
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('preview.title')}
      header={member && <Avatar userId={member.id} name={nameOf({ mine: true, userName: '' })} />}
      footer={footer}
    >
      <Steps>
        {placing.state === 'unknown' && (
          <Banner tone="danger">
            <Strong>{t('place.unknownTitle')}</Strong>
            <p>{t('place.unknownText')}</p>
          </Banner>
        )}
        {network === 'offline' && <Banner tone="info">{t('offline')}</Banner>}
        <Facts>
          {facts.map((fact) => (
            <Fact key={fact}>{fact}</Fact>
          ))}
          {table?.tableId && (
            <Fact>
              <Change to={links.selectGuests(merchantId)} state={{ change: true }}>
                {guests}
                <PencilLine aria-hidden />
                <VisuallyHidden> {t('preview.changeGuests')}</VisuallyHidden>
              </Change>
            </Fact>
          )}
          <WaitingChip />
        </Facts>
        {isEmpty ? (
          <Muted>{t('preview.nothing')}</Muted>
        ) : (
          <>
            <Paper>
              {diners.map((priced) => (
                <DinerSection key={priced.diner.userId} priced={priced}>
                  {priced.lines.map((line) => (
                    <PreviewLine key={line.line.lineId} priced={line} />
                  ))}
                </DinerSection>
              ))}
            </Paper>
            {orderCodeRequired && (
              <OrderCodeField
                tableId={table?.tableId || undefined}
                value={orderCode}
                onChange={setOrderCode}
                error={placing.codeError}
              />
            )}
            {isMember && !hadCoupon && totals.data && (
              <CouponChoice applied={coupon} subTotal={totals.data.subTotalAmount} onChoose={choose} />
            )}
            <PreviewTotals
              totals={totals.data}
              failed={totals.isError || (totals.isPaused && !totals.data)}
              error={totals.error}
              onRetry={() => void totals.refetch()}
            />
          </>
        )}
      </Steps>
    </FullScreen>
  );
}

const Steps = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.xl};
`;

const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.sm};
`;

const Fact = styled.li`
  padding: ${space.xs} ${space.md};
  ${type.label};
  background: ${colour('sunken')};
  border-radius: ${radius.round};
`;

const Change = styled(Link)`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  color: inherit;
  text-decoration: none;

  /* A finger's ground around the small chip. */
  &::after {
    content: '';
    position: absolute;
    inset: 50% calc(-1 * ${space.md}) auto;
    height: ${size.touch};
    transform: translateY(-50%);
  }
`;

const Paper = styled.div`
  padding: ${space.xl};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};

  ${cramped} {
    padding: ${space.md};
  }
`;

const Strong = styled.p`
  ${type.strong};
`;

const Muted = styled.p`
  color: ${colour('textMuted')};
`;

const Problem = styled.p`
  padding-bottom: ${space.sm};
  color: ${colour('danger')};
`;
