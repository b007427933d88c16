import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { sendToKitchen, settleOrder, type StaffIdentity, type StaffOrder } from '#contract/staff.ts';
import { colour } from '#src/kit/theme/colour.ts';
import { border, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { OrderLines } from './OrderLines.tsx';
import { SettleOrder } from './SettleOrder.tsx';
import { sayFailure } from '../calls/say-failure.ts';
import { useStaffChange } from '../calls/staff-queries.ts';
import { useMinutesSince } from './use-minutes.ts';

interface Props {
  readonly order: StaffOrder;
  readonly staff: StaffIdentity;
}

/** One order: where it goes, what is new in it, and what may be done next. */
export function OrderCard({ order, staff }: Props) {
  const { t } = useTranslation('staff');
  const isOpen = order.status === orderStatus.progressing;
  const isPaid = order.paymentStatus === paymentStatus.fullyPaid;
  const [shown, setShown] = useState(false);
  const send = useStaffChange(sendToKitchen);
  const settle = useStaffChange(settleOrder);
  const minutes = useMinutesSince(order.updateAt);
  const facts = [
    t('orders.pieces', { count: order.pieces }),
    t('orders.rounds', { count: order.rounds }),
    order.tableId !== null && t('orders.guests', { count: order.guests }),
  ].filter((fact) => fact !== false);
  // What is new is to be read at once; of the others only when it is wanted.
  const showsLines = shown || (isOpen && order.newPieces > 0);

  return (
    <Card $fresh={isOpen && order.newPieces > 0}>
      <Head>
        <Place>
          {order.tableName === null ? t('orders.toGo') : t('orders.table', { name: order.tableName })}
        </Place>
        <Amount>
          <Price amount={order.totalAmount} currency={staff.currency} />
        </Amount>
      </Head>
      <Facts>
        <span>{order.serial}</span>
        <span>{facts.join(' · ')}</span>
        <span>{minutes === 0 ? t('orders.justNow') : t('orders.minutes', { count: minutes })}</span>
      </Facts>
      {isOpen && order.newPieces > 0 && <New>{t('orders.new', { count: order.newPieces })}</New>}
      {!isOpen && <State>{t(`orders.state.${isPaid ? 'paid' : stateOf(order.status)}`)}</State>}
      {showsLines ? (
        <OrderLines orderId={order.id} merchantId={staff.merchantId} />
      ) : (
        <Show
          type="button"
          aria-label={t('orders.show', { serial: order.serial })}
          onClick={() => setShown(true)}
        >
          <ChevronDown aria-hidden />
        </Show>
      )}
      {isOpen && (
        <Actions>
          {order.newPieces > 0 && (
            <Button
              wide
              busy={send.isPending}
              onClick={() => send.mutate({ orderId: order.id }, { onError: sayFailure })}
            >
              {t('orders.send')}
            </Button>
          )}
          <SettleOrder
            order={order}
            currency={staff.currency}
            busy={settle.isPending}
            onSettle={(action) => settle.mutate({ orderId: order.id, action }, { onError: sayFailure })}
          />
        </Actions>
      )}
    </Card>
  );
}

function stateOf(status: number): 'completed' | 'cancelled' | 'merged' | 'unknown' {
  if (status === orderStatus.completed) return 'completed';
  if (status === orderStatus.cancelled) return 'cancelled';
  return status === orderStatus.beMerged ? 'merged' : 'unknown';
}

const Card = styled.li<{ $fresh: boolean }>`
  display: grid;
  gap: ${space.sm};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thick} solid ${({ $fresh }) => colour($fresh ? 'accentText' : 'line')};
  border-radius: ${radius.lg};
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space.md};
`;

const Place = styled.h3`
  ${type.title};
`;

const Amount = styled.span`
  ${type.strong};
`;

const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.none} ${space.md};
  ${type.small};
  color: ${colour('textMuted')};
`;

const New = styled.p`
  justify-self: start;
  padding: ${space.hair} ${space.md};
  ${type.label};
  color: ${colour('onAccent')};
  background: ${colour('accent')};
  border-radius: ${radius.round};
`;

const State = styled.p`
  ${type.label};
  color: ${colour('textMuted')};
`;

const Show = styled.button`
  display: grid;
  place-items: center;
  min-height: ${size.touch};
  color: ${colour('accentText')};
  background: ${colour('sunken')};
  border-radius: ${radius.md};
`;

const Actions = styled.div`
  display: grid;
  gap: ${space.sm};
`;
