import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { useAct } from '../calls/use-act.ts';
import { countMinutesSince, rateUrgency, type Urgency } from '../orders/board/board-order.ts';
import { WaitChip } from '../orders/Chip.tsx';
import type { useDishWords } from '../orders/dishes/use-dish-words.ts';
import { PickupTime } from '../orders/PickupTime.tsx';
import { KitchenDish } from './KitchenDish.tsx';
import type { StationTicket } from './open-dishes.ts';

interface Props {
  readonly ticket: StationTicket;
  /** ISO 4217 */
  readonly currency: string;
  readonly words: ReturnType<typeof useDishWords>;
  /** The server's time, ms. */
  readonly now: number;
}

/** The dishes of one round that this station makes. */
export function KitchenCard({ ticket, currency, words, now }: Props) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  const { orderId, serial, tableName, pickup, round, placedAt, lines, fresh } = ticket;
  const handleStart = () =>
    act({ type: 'roundSent', orderId, round }, { says: t('acts.sent', { number: round }) });

  return (
    <Card $urgency={rateUrgency(countMinutesSince(placedAt, now))}>
      <Row $gap="sm" $align="baseline" $justify="space-between" $wrap>
        <Text as="h2" $type="title">
          {tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })}
        </Text>
        <WaitChip since={placedAt} now={now} />
      </Row>
      <Text $type="small" $colour="textMuted">
        {serial} · {t('orders.round', { number: round })}
      </Text>
      {pickup && <PickupTime pickup={pickup} />}
      <ul>
        {lines.map((line) => (
          <KitchenDish key={line.id} orderId={orderId} line={line} currency={currency} words={words} />
        ))}
      </ul>
      {fresh > 0 && (
        <Button wide busy={isPending} onClick={handleStart}>
          {t('kitchen.start')}
        </Button>
      )}
    </Card>
  );
}

const edges = { fine: 'line', late: 'warning', overdue: 'danger' } as const;

const Card = styled.li<{ $urgency: Urgency }>`
  display: grid;
  gap: ${space.xs};
  padding: ${space.lg};
  overflow: hidden;
  background: ${colour('surface')};
  border: ${border.thick} solid ${({ $urgency }) => colour(edges[$urgency])};
  border-radius: ${radius.lg};
`;
