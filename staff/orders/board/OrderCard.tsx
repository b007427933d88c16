import { ChevronDown, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { orderStatus } from '#contract/states.ts';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import type { Ask } from '../asked.ts';
import {
  isOpen,
  isOwed,
  isPaidTooMuch,
  countMinutesSince,
  rateUrgency,
  type Urgency,
} from './board-order.ts';
import { BillPanel } from '../BillPanel.tsx';
import { DishList } from '../dishes/DishList.tsx';
import { OrderHead } from '../OrderHead.tsx';

interface Props {
  readonly order: StaffOrder;
  readonly staff: StaffIdentity;
  /** The server's time, ms. */
  readonly now: number;
  readonly onAsk: Ask;
  /** Whether the card is part of its table's page. It then shows its bill, and does not repeat the table. */
  readonly isAtTable?: boolean;
}

/** An order: its table, its waiting dishes, the next actions and its bill. */
export function OrderCard({ order, staff, now, onAsk, isAtTable = false }: Props) {
  const { t } = useTranslation('staff');
  const [shown, setShown] = useState(false);
  const [showsBill, setBill] = useState(isAtTable);
  const { id: orderId, waitsSince, usualMinutes, isClosed } = order;
  const open = isOpen(order);
  const urgency =
    open && waitsSince !== null ? rateUrgency(countMinutesSince(waitsSince, now), usualMinutes) : undefined;
  const canChange = !isClosed && order.status !== orderStatus.beMerged;
  // Dishes that are not served are shown at once. Those of other orders are shown on request.
  const showsDishes = shown || (open && order.unserved > 0);

  return (
    <Card id={getCardId(orderId)} tabIndex={-1} $urgency={urgency}>
      <OrderHead order={order} currency={staff.currency} now={now} isAtTable={isAtTable} />
      {showsDishes ? (
        <DishList order={order} staff={staff} isOpen={canChange} onAsk={onAsk} />
      ) : (
        <Stack
          as="button"
          $align="center"
          $justify="center"
          $minHeight="touch"
          $colour="accentText"
          $ground="sunken"
          $radius="md"
          type="button"
          aria-label={t('orders.show', { serial: order.serial })}
          onClick={() => setShown(true)}
        >
          <ChevronDown aria-hidden />
        </Stack>
      )}
      {canChange && order.pickup && !order.pickup.isReady && (
        <ReadyForPickup orderId={orderId} currency={staff.currency} serial={order.serial} />
      )}
      <Row $gap="xs" $wrap $align="center">
        {open && isOwed(order) && (
          // The loud colour is for the next step: first the kitchen gets its round.
          <Button
            variant={waitsSince !== null ? 'secondary' : 'primary'}
            onClick={() => onAsk({ step: 'pay', orderId })}
          >
            {t('orders.pay')}
          </Button>
        )}
        {isPaidTooMuch(order) && (
          <Button variant="secondary" onClick={() => onAsk({ step: 'giveBack', orderId })}>
            {t('pay.giveBack')}
          </Button>
        )}
        {open && !isClosed && (
          <Button variant="quiet" onClick={() => onAsk({ step: 'add', orderId })}>
            {t('orders.add')}
          </Button>
        )}
        {!isAtTable && (
          <Button variant="quiet" aria-expanded={showsBill} onClick={() => setBill(!showsBill)}>
            {t('bill.title')}
          </Button>
        )}
        {order.status !== orderStatus.beMerged && (
          <Button variant="quiet" onClick={() => onAsk({ step: 'more', orderId })}>
            {t('orders.more')}
          </Button>
        )}
      </Row>
      {showsBill && <BillPanel order={order} staff={staff} onAsk={onAsk} />}
    </Card>
  );
}

interface ReadyProps {
  readonly orderId: string;
  /** ISO 4217 */
  readonly currency: string;
  readonly serial: string;
}

/** Marks all dishes as ready, and the diner gets a text. */
function ReadyForPickup({ orderId, currency, serial }: ReadyProps) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  return (
    <Button
      wide
      variant="secondary"
      busy={isPending}
      onClick={() => act({ type: 'orderReady', orderId }, { says: t('acts.pickupReady', { serial }) })}
    >
      <ShoppingBag aria-hidden />
      {t('pickup.ready')}
    </Button>
  );
}

/** The DOM id of the order's card. */
export function getCardId(orderId: string): string {
  return `order-${orderId}`;
}

const lines = { fine: 'line', late: 'warning', overdue: 'danger' } as const;

const Card = styled.li<{ $urgency: Urgency | undefined }>`
  display: grid;
  align-content: start;
  align-self: start;
  gap: ${space.sm};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thick} solid ${({ $urgency }) => colour($urgency ? lines[$urgency] : 'line')};
  border-radius: ${radius.lg};
  scroll-margin-block: ${space.giant};
`;
