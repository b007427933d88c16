import { ChevronRight, ReceiptText, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { useOrderDetail } from '#client/api/queries/diner-queries.ts';
import type { Order } from '#contract/order-fields.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { payNow } from '#src/navigation/pay-now.ts';
import type { Due } from '#src/paying/find-due.ts';
import { summariseAwaited, type AwaitedDishes } from '#src/progress/awaited-dishes.ts';
import { isAwaited } from '#src/progress/order-steps.ts';
import { StepIcon } from '#src/progress/StepIcon.tsx';
import { useRefetchOften } from '#src/progress/use-refetch-often.ts';
import { useStepWords } from '#src/progress/use-step-words.ts';
import { Link } from '#ui/controls/Link.tsx';
import { Text, VisuallyHidden } from '#ui/primitives.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { Price } from '#ui/text/Price.tsx';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { useIsAlone } from '../together/seats.ts';
import { barStyle } from './bar-parts.ts';
import { useOrderDue } from './use-order-due.ts';

/** The bar of a table that has ordered and whose cart is empty: what the kitchen does, then what the diner has to pay. */
export function OrderBar({ orderId }: { orderId: string }) {
  const { data: order, refetch } = useOrderDetail(orderId);
  useRefetchOften(order !== undefined && isAwaited(order), () => void refetch());
  const awaited = order && summariseAwaited(order);
  if (order && awaited) return <AwaitedBar {...{ order, awaited }} />;
  return order ? <ServedBar order={order} /> : <PlainBar orderId={orderId} />;
}

function AwaitedBar({ order, awaited }: { order: Order; awaited: AwaitedDishes }) {
  const { t } = useTranslation('cart');
  const { of } = useStepWords(order);
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  const { round, step, served, total } = awaited;
  return (
    <Bar to={links.orderDetail(merchantId, order.id)}>
      <Disc>
        <StepIcon step={step} />
      </Disc>
      <Words>
        <Text as="span" $type="strong">
          {round !== undefined && <Lead>{t('live.round', { number: round })} </Lead>}
          {of(step)}
        </Text>
        {served !== undefined && (
          <Text as="span" $type="small" $colour="textMuted">
            {t('live.served', { count: served, total })}
          </Text>
        )}
      </Words>
      <VisuallyHidden>{t('ordered.see')}</VisuallyHidden>
      <ChevronRight aria-hidden />
    </Bar>
  );
}

/** Everything is served. The next step is the payment, if the restaurant takes it online. */
function ServedBar({ order }: { order: Order }) {
  const { due, currency } = useOrderDue(order);
  return due ? <DueBar orderId={order.id} {...{ due, currency }} /> : <PlainBar orderId={order.id} />;
}

interface DueProps {
  readonly orderId: string;
  readonly due: Due;
  readonly currency: string;
}

function DueBar({ orderId, due, currency }: DueProps) {
  const { t } = useTranslation('cart');
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  return (
    <LoudBar to={links.orderDetail(merchantId, orderId)} state={payNow}>
      <Disc>
        <Wallet aria-hidden />
      </Disc>
      <Words>
        <Text as="span" $type="strong">
          {t(due.isShare ? 'live.payShare' : 'live.pay')}
        </Text>
      </Words>
      <Sum>
        <Price amount={due.amount} currency={currency} />
        <ChevronRight aria-hidden />
      </Sum>
    </LoudBar>
  );
}

function PlainBar({ orderId }: { orderId: string }) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  const { merchantId } = useOrderPlace();
  const links = useLinks();
  return (
    <Bar to={links.orderDetail(merchantId, orderId)}>
      <Disc>
        <ReceiptText aria-hidden />
      </Disc>
      <Words>
        <Text as="span" $type="strong">
          {t(isAlone ? 'seeOrderAlone' : 'seeOrder')}
        </Text>
      </Words>
      <ChevronRight aria-hidden />
    </Bar>
  );
}

const linkStyle = css`
  ${barStyle}
  text-decoration: none;
`;

const Bar = styled(Link)`
  ${linkStyle}
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
`;

const LoudBar = styled(Link)`
  ${linkStyle}
  color: ${colour('onAccent')};
  background: ${colour('accent')};
`;

const Words = styled.span`
  flex: 1 1 0;
  min-width: min-content;
  display: grid;

  /* Keeps the words on one line, above the amount. */
  @container (max-width: ${size.barSum}) {
    flex: 1 0 auto;
    max-width: 100%;
  }
`;

/** Left out on a narrow phone with large text, except for screen readers. */
const Lead = styled.span`
  @container (max-width: ${size.barSum}) {
    position: absolute;
    opacity: 0;
  }
`;

const Sum = styled.span`
  display: flex;
  align-items: center;
  gap: ${space.xs};
  ${type.heading};
  white-space: nowrap;
`;

const Disc = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.ring};
  height: ${size.ring};
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
  border-radius: ${radius.round};
`;
