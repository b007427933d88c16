import { Armchair, BellRing, ShoppingBasket, StickyNote, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
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

interface RowProps {
  /** ISO 4217 */
  readonly currency: string;
  /** The server's time, ms. */
  readonly now: number;
  readonly isChosen: boolean;
  onChoose(): void;
}

interface Props extends RowProps {
  readonly table: StaffTable;
  readonly at: TableState;
}

/** A table in the list: who sits there and for how long, which dishes wait, what is left to pay, and who calls. */
export function TableRow({ table, at, currency, now, isChosen, onChoose }: Props) {
  const { t } = useTranslation('staff');
  const { name, session } = table;
  const state = determineState(table, at);
  return (
    <Frame id={table.tableId} isNew={state === 'fresh'} isChosen={isChosen} onChoose={onChoose}>
      <Head>
        <Text as="span" $type="title">
          <span aria-hidden>{name}</span>
          <VisuallyHidden>{t('tables.manage', { name })}</VisuallyHidden>
        </Text>
        <Facts>
          <Text as="span" $type="label" $colour={state === 'fresh' ? 'accentText' : 'textMuted'}>
            {t(`tables.${state}`, { count: at.unserved })}
          </Text>
          {session && <SessionFacts session={session} now={now} />}
        </Facts>
        {at.waitsSince !== null && <WaitChip brief since={at.waitsSince} now={now} usual={at.usualMinutes} />}
        {session && session.cartPieces > 0 && (
          <Chip $look="plain">
            <ShoppingBasket aria-hidden />
            <span aria-hidden>{session.cartPieces}</span>
            <VisuallyHidden>{t('tables.inCart', { count: session.cartPieces })}</VisuallyHidden>
          </Chip>
        )}
        <ToPay amount={at.owed} currency={currency} />
      </Head>
      <Warnings table={table} at={at} currency={currency} />
      {session?.note !== undefined && (
        <Note>
          <StickyNote aria-hidden />
          {session.note}
        </Note>
      )}
    </Frame>
  );
}

interface ToGoProps extends RowProps {
  readonly order: StaffOrder;
  /** When and by whom it is picked up. */
  readonly pickup: ReactNode;
}

/** An order to go in the list. */
export function ToGoRow({ order, pickup, currency, now, isChosen, onChoose }: ToGoProps) {
  const { t } = useTranslation('staff');
  const { id, serial, owed, waitsSince } = order;
  return (
    <Frame id={id} isNew={waitsSince !== null} isChosen={isChosen} onChoose={onChoose}>
      <Head>
        <Text as="span" $type="strong" $grow>
          {t('orders.toGo')} · {t('tables.order', { serial })}
        </Text>
        <ToPay amount={owed} currency={currency} />
      </Head>
      <Row as="span" $gap="xs" $wrap $align="center">
        {pickup}
        {waitsSince !== null && <WaitChip since={waitsSince} now={now} usual={order.usualMinutes} />}
      </Row>
    </Frame>
  );
}

interface FrameProps extends Pick<RowProps, 'isChosen' | 'onChoose'> {
  readonly id: string;
  /** Whether something new was ordered that nobody has sent to the kitchen. */
  readonly isNew: boolean;
  readonly children: ReactNode;
}

function Frame({ id, isNew, isChosen, onChoose, children }: FrameProps) {
  return (
    <Choose
      type="button"
      id={getRowId(id)}
      aria-current={isChosen}
      $isNew={isNew}
      $isChosen={isChosen}
      onClick={onChoose}
    >
      {children}
    </Choose>
  );
}

/** The DOM id of the row of a table or an order to go. */
export function getRowId(id: string): string {
  return `row-${id}`;
}

function ToPay({ amount, currency }: { readonly amount: Amount; readonly currency: string }) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  if (!isOwed(amount)) return null;
  return (
    <Text as="span" $type="strong" $figures $end>
      <VisuallyHidden>{t('orders.owed', { price: money(amount) })}</VisuallyHidden>
      <span aria-hidden>{money(amount)}</span>
    </Text>
  );
}

function LeftUnpaid({ amount, currency }: { readonly amount: Amount; readonly currency: string }) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  if (!isOwed(amount)) return null;
  return (
    <Chip $look="overdue">
      <Wallet aria-hidden />
      {t('tables.leftOwed', { price: money(amount) })}
    </Chip>
  );
}

/** What must not be missed: calls, debts of earlier guests, and a damaged record. */
function Warnings({ table, at, currency }: Pick<Props, 'table' | 'at' | 'currency'>) {
  const { t } = useTranslation('staff');
  const calls = listOpenCalls([table]);
  const isDamaged = table.session?.isDamaged === true;
  if (calls.length === 0 && !isDamaged && !isOwed(at.leftOwed)) return null;
  return (
    <Row as="span" $gap="xs" $wrap>
      {calls.map((call) => (
        <Chip key={call.helpId} $look="late">
          <BellRing aria-hidden />
          {t(`calls.short.${callKind(call)}`, { name: call.part || t('calls.somebody') })}
        </Chip>
      ))}
      <LeftUnpaid amount={at.leftOwed} currency={currency} />
      {isDamaged && <Chip $look="overdue">{t('tables.damaged')}</Chip>}
    </Row>
  );
}

interface SessionProps {
  readonly session: NonNullable<StaffTable['session']>;
  /** The server's time, ms. */
  readonly now: number;
}

/** The diners of a session with their colours, the number of guests and how long they have been there. */
export function Diners({ session, now }: SessionProps) {
  const { diners } = session;
  return (
    <Row as="span" $gap="sm" $align="center" $type="small" $colour="textMuted" $grow>
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
        <SessionFacts session={session} now={now} />
      </Text>
    </Row>
  );
}

/** "Ann, Ben · 3 guests · 12 min" */
function SessionFacts({ session: { diners, guests, openedAt }, now }: SessionProps) {
  const { t } = useTranslation('staff');
  const names = diners.flatMap(({ name }) => name || []);
  return (
    <span>
      {names.slice(0, shownDiners).join(t('separator'))}
      {names.length > shownDiners && ` +${names.length - shownDiners}`}
      {names.length > 0 && ' · '}
      {/* If only staff ordered for the table, the number of guests is unknown (CX22). */}
      {guests + diners.length > 0 && (
        <>
          <Fact>{guests > 0 ? t('tables.guests', { count: guests }) : t('tables.guestsUnset')}</Fact>
          {' · '}
        </>
      )}
      <Fact>{t('tables.sitsFor', { minutes: countMinutesSince(openedAt, now) })}</Fact>
    </span>
  );
}

function isOwed(amount: string): boolean {
  return compareAmounts(amount, zero) > 0;
}

function determineState({ session }: StaffTable, { orders, waitsSince, owed, isDone }: TableState): State {
  if (!session) return 'free';
  if (isDone && session.cartPieces === 0) return 'paid';
  if (orders.length === 0) return 'seated';
  if (waitsSince !== null) return 'fresh';
  return isOwed(owed) ? 'ordered' : 'awaits';
}

const Choose = styled.button<{ $isNew: boolean; $isChosen: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  gap: ${space.hair};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space.none} ${space.md};
  text-align: start;
  background: ${({ $isChosen }) => colour($isChosen ? 'accentSoft' : 'surface')};
  border: ${border.thin} solid ${colour('line')};
  border-inline-start: ${space.xs} solid ${({ $isNew }) => colour($isNew ? 'accentText' : 'line')};
  border-radius: ${radius.md};
`;

const Head = styled(Row).attrs({ as: 'span', $gap: 'md', $align: 'center' })``;

/** One line, which ends with dots if it has no room. */
const Facts = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  ${type.small};
  color: ${colour('textMuted')};

  > * + * {
    margin-inline-start: ${space.sm};
  }
`;

/** What staff noted about the guests, on one line. */
const Note = styled(Facts)`
  padding-bottom: ${space.xs};

  > svg {
    margin-inline-end: ${space.xs};
    vertical-align: middle;
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
