import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, figures, radius, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { useAct } from '../calls/use-act.ts';
import { countMinutesSince, rateUrgency, type Urgency } from '../orders/board/board-order.ts';
import { WaitChip } from '../orders/Chip.tsx';
import type { useDishWords } from '../orders/dishes/use-dish-words.ts';
import { PickupTime } from '../orders/PickupTime.tsx';
import { HeldDishes } from './HeldDishes.tsx';
import { KitchenDish } from './KitchenDish.tsx';
import { bumpButton } from './use-bump-keys.ts';
import { listBumps, type Bump, type StationTicket } from './open-dishes.ts';
import { nameTable, nameTicket } from './ticket-words.ts';

interface Props {
  readonly ticket: StationTicket;
  /** ISO 4217 */
  readonly currency: string;
  readonly words: ReturnType<typeof useDishWords>;
  /** The server's time, ms. */
  readonly now: number;
  /** The key of a bump bar that presses the ticket's first button; undefined if no key is shown. */
  readonly shownKey?: number | undefined;
}

/** The dishes of one round that this station makes. */
export function KitchenCard({ ticket, currency, words, now, shownKey }: Props) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  const { orderId, serial, pickup, round, guests, lines, held, since, fresh, usualMinutes } = ticket;
  const handleStart = () =>
    act({ type: 'roundSent', orderId, round }, { says: t('acts.sent', { number: round }) });
  const handleBump = ({ stage, dishes }: Bump) => {
    const says = t(`kitchen.bumped.${stage}`, { ticket: nameTicket(t, ticket) });
    act({ type: 'ticketBumped', orderId, stage, dishes }, { says });
  };

  return (
    <Card $urgency={since === undefined ? 'fine' : rateUrgency(countMinutesSince(since, now), usualMinutes)}>
      <Row $gap="sm" $align="baseline" $justify="space-between" $wrap>
        <Row $gap="sm" $align="baseline">
          {shownKey !== undefined && <Key>{shownKey}</Key>}
          <Text as="h2" $type="title">
            {nameTable(t, ticket)}
          </Text>
        </Row>
        {since !== undefined && <WaitChip since={since} now={now} usual={usualMinutes} />}
      </Row>
      <Text $type="small" $colour="textMuted">
        {serial} · {t('orders.round', { number: round })}
        {guests !== undefined && ` · ${t('orders.guests', { count: guests })}`}
      </Text>
      {pickup && <PickupTime pickup={pickup} />}
      <ul>
        {lines.map((line) => (
          <KitchenDish key={line.id} orderId={orderId} line={line} currency={currency} words={words} />
        ))}
      </ul>
      {held.map(({ course, lines: waiting }) => (
        <HeldDishes key={course} {...{ orderId, course, lines: waiting, currency, words }} />
      ))}
      {fresh > 0 && (
        <Button wide busy={isPending} onClick={handleStart}>
          {t('kitchen.start')}
        </Button>
      )}
      <Row $gap="sm" $wrap>
        {listBumps(ticket).map((bump, n) => (
          <Bumping
            // The first button keeps the focus when its stage changes.
            key={n === 0 ? 'first' : 'second'}
            variant={n === 0 ? 'secondary' : 'quiet'}
            aria-label={t(`kitchen.bumped.${bump.stage}`, { ticket: nameTicket(t, ticket) })}
            busy={isPending}
            onClick={() => handleBump(bump)}
            {...(n === 0 && bumpButton)}
          >
            {t(`kitchen.all.${bump.stage}`)}
          </Bumping>
        ))}
      </Row>
    </Card>
  );
}

const Key = styled.kbd`
  flex: none;
  padding-inline: ${space.sm};
  ${type.heading};
  ${figures};
  color: ${colour('page')};
  background: ${colour('text')};
  border-radius: ${radius.sm};
`;

const Bumping = styled(Button)`
  flex: 1 1 auto;
`;

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
