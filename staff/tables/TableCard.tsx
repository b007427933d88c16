import { Armchair, BellRing, ShoppingBasket, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffTable } from '#contract/calls/staff.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { border, colour, motion, radius, size, space } from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Row, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { listOpenCalls, callKind } from '../counter/bell/open-calls.ts';
import { countMinutesSince } from '../orders/board/board-order.ts';
import { Chip, WaitChip } from '../orders/Chip.tsx';
import { useMoney } from '../use-money.ts';
import type { TableState } from './at-table.ts';

type State = 'free' | 'seated' | 'ordered' | 'awaits' | 'paid' | 'fresh';

/** How many diners are shown with their colour. The others are shown as a number. */
const shownDiners = 4;

interface Props {
  readonly table: StaffTable;
  readonly at: TableState;
  /** ISO 4217 */
  readonly currency: string;
  /** The server's time, ms. */
  readonly now: number;
  onTap(): void;
}

/** A table: who sits there and for how long, which dishes wait, what is owed, and who calls. */
export function TableCard({ table, at, currency, now, onTap }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  const { name, session } = table;
  const state = stateOf(table, at);

  return (
    <Card type="button" $state={state} onClick={onTap}>
      <Row as="span" $gap="md" $align="baseline" $justify="space-between">
        <Text as="span" $type="title">
          <span aria-hidden>{name}</span>
          <VisuallyHidden>{t('tables.manage', { name })}</VisuallyHidden>
        </Text>
        <Text as="span" $type="label" $colour={session ? 'text' : 'textMuted'}>
          {t(`tables.${state}`, { count: at.unserved })}
        </Text>
      </Row>
      {session && <Diners session={session} now={now} />}
      <Row as="span" $gap="xs" $wrap>
        {listOpenCalls([table]).map((call) => (
          <Chip key={call.helpId} $look="late">
            <BellRing aria-hidden />
            {t(`calls.short.${callKind(call)}`, { name: call.part || t('calls.somebody') })}
          </Chip>
        ))}
        {at.waitsSince !== null && <WaitChip since={at.waitsSince} now={now} />}
        {session && session.cartPieces > 0 && (
          <Chip $look="plain">
            <ShoppingBasket aria-hidden />
            {t('tables.inCart', { count: session.cartPieces })}
          </Chip>
        )}
        {owes(at.owed) && (
          <Chip $look="plain">
            <Wallet aria-hidden />
            {t('orders.owed', { price: money(at.owed) })}
          </Chip>
        )}
        {owes(at.leftOwed) && (
          <Chip $look="overdue">
            <Wallet aria-hidden />
            {t('tables.leftOwed', { price: money(at.leftOwed) })}
          </Chip>
        )}
        {session?.isDamaged && <Chip $look="overdue">{t('tables.damaged')}</Chip>}
      </Row>
    </Card>
  );
}

function Diners({ session, now }: { session: NonNullable<StaffTable['session']>; now: number }) {
  const { t } = useTranslation('staff');
  const { diners, guests, openedAt } = session;
  const names = diners.flatMap(({ name }) => name || []);
  return (
    <Row as="span" $gap="sm" $align="center" $type="small" $colour="textMuted">
      {diners.length > 0 ? (
        <Faces>
          {diners.slice(0, shownDiners).map(({ userId, name }) => (
            <Avatar key={userId} userId={userId} name={name} size="sm" />
          ))}
        </Faces>
      ) : (
        <Armchair aria-hidden />
      )}
      <Text as="span" $grow $breaks>
        {names.slice(0, shownDiners).join(t('separator'))}
        {names.length > shownDiners && ` +${names.length - shownDiners}`}
        {names.length > 0 && ' · '}
        {/* If only staff ordered for the table, the number of guests is unknown (D52). */}
        {guests + diners.length > 0 && (
          <>
            <Fact>{t('tables.guests', { count: guests })}</Fact>
            {' · '}
          </>
        )}
        <Fact>{t('tables.sitsFor', { minutes: countMinutesSince(openedAt, now) })}</Fact>
      </Text>
    </Row>
  );
}

function owes(amount: string): boolean {
  return compareAmounts(amount, zero) > 0;
}

function stateOf({ session }: StaffTable, { orders, unsent, owed, isDone }: TableState): State {
  if (!session) return 'free';
  if (isDone && session.cartPieces === 0) return 'paid';
  if (orders.length === 0) return 'seated';
  if (unsent > 0) return 'fresh';
  return owes(owed) ? 'ordered' : 'awaits';
}

const grounds = {
  free: 'page',
  seated: 'surface',
  ordered: 'successSoft',
  awaits: 'successSoft',
  paid: 'page',
  fresh: 'accentSoft',
} as const;

const Card = styled.button<{ $state: State }>`
  display: grid;
  align-content: start;
  gap: ${space.sm};
  width: 100%;
  height: 100%;
  min-height: ${size.logo};
  padding: ${space.md};
  text-align: start;
  background: ${({ $state }) => colour(grounds[$state])};
  border: ${border.thick} solid ${({ $state }) => colour($state === 'fresh' ? 'accentText' : 'line')};
  border-radius: ${radius.lg};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.97);
  }
`;

/** Names may wrap, a fact such as "3 guests" may not. */
const Fact = styled.span`
  white-space: nowrap;
`;

const Faces = styled.span`
  display: inline-flex;

  > * + * {
    margin-inline-start: calc(-1 * ${space.sm});
  }
`;
