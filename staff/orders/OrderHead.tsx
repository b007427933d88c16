import { HandPlatter, Undo2, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StaffOrder } from '#contract/calls/staff.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { compareAmounts } from '#projections/bill/money.ts';
import { Row, Text } from '#ui/primitives.tsx';
import { useMoney } from '../use-money.ts';
import { isOpen, isOwed, isPaidTooMuch } from './board/board-order.ts';
import { PickupTime } from './PickupTime.tsx';
import { Chip, WaitChip } from './Chip.tsx';
import { useClock } from '../use-clock.ts';

interface Props {
  readonly order: StaffOrder;
  /** ISO 4217 */
  readonly currency: string;
  /** The server's time, ms. */
  readonly now: number;
  /** Whether the page of the order's table shows it. */
  readonly isAtTable?: boolean;
}

/** The head of an order's card: its table, the amount to pay and the next step of the staff. */
export function OrderHead({ order, currency, now, isAtTable = false }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const clock = useClock({ timeStyle: 'short' });
  const { owed, totalAmount, tableName } = order;
  const isPartlyPaid = compareAmounts(owed, totalAmount) < 0;
  const number = t('tables.order', { serial: order.serial });
  const facts = [
    ...(isAtTable ? [] : [number]),
    t('orders.pieces', { count: order.pieces }),
    ...(order.tableId === null || order.guests === 0 || isAtTable
      ? []
      : [t('orders.guests', { count: order.guests })]),
    t('orders.at', { time: clock.format(order.createAt) }),
  ];

  return (
    <>
      <Row $gap="md" $align="baseline" $justify="space-between" $wrap $lineGap="none">
        <Text as="h3" $type="title">
          {isAtTable
            ? number
            : tableName === null
              ? t('orders.toGo')
              : t('orders.table', { name: tableName })}
        </Text>
        <Text as="span" $type="strong" $figures>
          {!isOwed(order)
            ? money(totalAmount)
            : isPartlyPaid
              ? t('orders.owedOf', { price: money(owed), total: money(totalAmount) })
              : t('orders.owed', { price: money(owed) })}
        </Text>
      </Row>
      <Text $type="small" $colour="textMuted">
        {facts.join(' · ')}
      </Text>
      {order.pickup && <PickupTime pickup={order.pickup} isReady={order.pickup.isReady} />}
      {isOpen(order) ? (
        <Needs order={order} currency={currency} now={now} />
      ) : (
        <Text $type="label" $colour="textMuted">
          {t(`orders.state.${getEndState(order)}`)}
        </Text>
      )}
    </>
  );
}

/** The next steps of the staff, as chips. */
function Needs({ order, currency, now }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const { waitsSince, unserved, newPieces, paidTooMuch } = order;
  const isOverpaid = isPaidTooMuch(order);
  const toServe = unserved - newPieces;
  return (
    <Row $gap="sm" $wrap>
      {waitsSince !== null && <WaitChip since={waitsSince} now={now} usual={order.usualMinutes} />}
      {toServe > 0 && (
        <Chip $look="plain">
          <HandPlatter aria-hidden />
          {t('orders.toServe', { count: toServe })}
        </Chip>
      )}
      {order.paymentStatus === paymentStatus.fullyPaid && (
        <Chip $look="plain">
          <Wallet aria-hidden />
          {t('tables.paid')}
        </Chip>
      )}
      {isOverpaid && (
        <Chip $look="late">
          <Undo2 aria-hidden />
          {t('orders.tooMuch', { price: money(paidTooMuch) })}
        </Chip>
      )}
      {unserved === 0 && !isOverpaid && (
        <Chip $look="plain">
          <Wallet aria-hidden />
          {t('orders.toSettle')}
        </Chip>
      )}
    </Row>
  );
}

function getEndState({ isClosed, status }: StaffOrder): 'completed' | 'cancelled' | 'merged' | 'paid' {
  if (status === orderStatus.cancelled) return 'cancelled';
  if (status === orderStatus.beMerged) return 'merged';
  return isClosed ? 'completed' : 'paid';
}
