import { Clock, HandPlatter, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffOrder } from '#contract/calls/staff.ts';
import { orderStatus } from '#contract/states.ts';
import { compareAmounts } from '#projections/bill/money.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import type { Colours } from '#src/kit/theme/theme.ts';
import { colour, radius, space, type } from '#src/kit/theme/tokens.ts';
import { Row, Text } from '#src/kit/ui/primitives.tsx';
import { useMoney } from '../use-money.ts';
import { isOpen, isOwed, minutesSince, urgencyOf } from './board-order.ts';

interface Props {
  readonly order: StaffOrder;
  /** ISO 4217 */
  readonly currency: string;
  /** The server's time, ms. */
  readonly now: number;
}

/** Whose order it is, what is owed, and whom it waits for. */
export function OrderHead({ order, currency, now }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const clock = new Intl.DateTimeFormat(useLanguage(), { timeStyle: 'short' });
  const { owed, totalAmount, tableName } = order;
  const isPartlyPaid = compareAmounts(owed, totalAmount) < 0;
  const facts = [
    order.serial,
    t('orders.pieces', { count: order.pieces }),
    ...(order.tableId === null ? [] : [t('orders.guests', { count: order.guests })]),
    t('orders.at', { time: clock.format(order.createAt) }),
  ];

  return (
    <>
      <Row $gap="md" $align="baseline" $justify="space-between" $wrap $lineGap="none">
        <Text as="h3" $type="title">
          {tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })}
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
      {isOpen(order) ? (
        <Needs order={order} now={now} />
      ) : (
        <Text $type="label" $colour="textMuted">
          {t(`orders.state.${endOf(order)}`)}
        </Text>
      )}
    </>
  );
}

/** What it waits for, in words and in colour. */
function Needs({ order: { waitsSince, unserved, newPieces }, now }: Pick<Props, 'order' | 'now'>) {
  const { t } = useTranslation('staff');
  const minutes = waitsSince === null ? 0 : minutesSince(waitsSince, now);
  const urgency = urgencyOf(minutes);
  const toServe = unserved - newPieces;
  return (
    <Row $gap="sm" $wrap>
      {waitsSince !== null && (
        <Chip $look={looks[urgency]}>
          <Clock aria-hidden />
          {minutes === 0 ? t('orders.waits.now') : t(`orders.waits.${urgency}`, { minutes })}
        </Chip>
      )}
      {toServe > 0 && (
        <Chip $look={looks.plain}>
          <HandPlatter aria-hidden />
          {t('orders.toServe', { count: toServe })}
        </Chip>
      )}
      {unserved === 0 && (
        <Chip $look={looks.plain}>
          <Wallet aria-hidden />
          {t('orders.toSettle')}
        </Chip>
      )}
    </Row>
  );
}

function endOf({ isClosed, status }: StaffOrder): 'completed' | 'cancelled' | 'merged' | 'paid' {
  if (status === orderStatus.cancelled) return 'cancelled';
  if (status === orderStatus.beMerged) return 'merged';
  return isClosed ? 'completed' : 'paid';
}

type Look = readonly [ground: keyof Colours, text: keyof Colours];

const looks = {
  fine: ['accentSoft', 'text'],
  late: ['warning', 'page'],
  overdue: ['danger', 'onDanger'],
  plain: ['sunken', 'text'],
} as const satisfies Record<string, Look>;

const Chip = styled.span<{ $look: Look }>`
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  padding: ${space.hair} ${space.md};
  ${type.label};
  color: ${({ $look: [, text] }) => colour(text)};
  background: ${({ $look: [ground] }) => colour(ground)};
  border-radius: ${radius.round};

  > svg {
    flex: none;
    width: 1em;
    height: 1em;
  }
`;
