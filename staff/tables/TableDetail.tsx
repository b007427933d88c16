import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { styled } from 'styled-components';
import {
  reissueQrcode,
  showOrderCode,
  type StaffIdentity,
  type StaffOrder,
  type StaffTable,
} from '#contract/calls/staff.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { createLinks } from '#ui/routes/routes.ts';
import { space, type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { QrCode } from '#ui/sharing/QrCode.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Box, Row, Stack, Text } from '#ui/primitives.tsx';
import { describeActFailure } from '../acts/refusals.ts';
import { useStaffChange } from '../calls/staff-queries.ts';
import { AddStep } from '../orders/add/AddStep.tsx';
import type { Ask } from '../orders/asked.ts';
import { OrderCard } from '../orders/board/OrderCard.tsx';
import { useMoney } from '../use-money.ts';
import type { TableState } from './at-table.ts';
import { CloseSession } from './CloseSession.tsx';
import { MoveSession } from './MoveSession.tsx';
import { GuestsStep, NoteStep, SeatStep, SplitStep } from './SeatingSteps.tsx';
import { TableDiners } from './TableDiners.tsx';
import { Diners } from './TableRow.tsx';

type Step =
  | { readonly is: 'add' | 'seat' }
  | { readonly is: 'move' | 'close' | 'guests' | 'note' | 'split'; readonly sessionId: string };

interface Props {
  readonly table: StaffTable;
  readonly at: TableState;
  /** All tables of the restaurant. */
  readonly tables: readonly StaffTable[];
  readonly staff: StaffIdentity;
  /** The server's time, ms. */
  readonly now: number;
  /** Opens the sheet of one of the table's orders. */
  readonly onAsk: Ask;
  /** Called after the session has left the table. */
  onLeft(): void;
}

/** A table: its orders with their bills, its diners, moving and ending its session, its order code and its QR code. */
export function TableDetail({ table, at, tables, staff, now, onAsk, onLeft }: Props) {
  const { t } = useTranslation('staff');
  const [step, setStep] = useState<Step>();
  const { tableId, session } = table;
  // The session has ended, usually by this step. The question must not apply to the next session at the table.
  if (step && 'sessionId' in step && step.sessionId !== session?.id) setStep(undefined);
  const renderCards = (orders: readonly StaffOrder[]) => (
    <Cards>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} staff={staff} now={now} onAsk={onAsk} isAtTable />
      ))}
    </Cards>
  );
  return (
    <Stack $gap="xl">
      {session && <Diners session={session} now={now} />}
      {session?.note !== undefined && <Banner tone="info">{session.note}</Banner>}
      {session ? (
        <SessionTools session={session} onStep={setStep} />
      ) : (
        <Button wide onClick={() => setStep({ is: 'seat' })}>
          {t('seating.seatTitle')}
        </Button>
      )}
      {at.orders.length > 0 ? (
        renderCards(at.orders)
      ) : (
        <Button wide variant="secondary" onClick={() => setStep({ is: 'add' })}>
          {t('orders.add')}
        </Button>
      )}
      {at.leftOrders.length > 0 && (
        <section>
          <Text as="h3" $below="xs" $type="label">
            {t('tables.leftOrders')}
          </Text>
          {renderCards(at.leftOrders)}
        </section>
      )}
      {session && session.diners.length > 0 && (
        <TableDiners tableId={tableId} diners={session.diners} more={session.moreDiners ?? 0} />
      )}
      {session && (
        <Row $gap="md" $wrap>
          <Box $grow="readable">
            <Button wide variant="secondary" onClick={() => setStep({ is: 'move', sessionId: session.id })}>
              {t('seating.open')}
            </Button>
          </Box>
          <Box $grow="readable">
            <Button wide variant="danger" onClick={() => setStep({ is: 'close', sessionId: session.id })}>
              {t('tables.close')}
            </Button>
          </Box>
        </Row>
      )}
      {session && <OrderCode tableId={tableId} session={session} />}
      <TableQrCode table={table} staff={staff} />
      <StepSheet step={step} onClose={() => setStep(undefined)} {...{ table, at, tables, staff, onLeft }} />
    </Stack>
  );
}

interface ToolsProps {
  readonly session: NonNullable<StaffTable['session']>;
  onStep(step: Step): void;
}

/** The buttons for the number of guests, the note, and separating merged tables. */
function SessionTools({ session: { id: sessionId, note, merged }, onStep }: ToolsProps) {
  const { t } = useTranslation('staff');
  return (
    <Row $gap="sm" $wrap>
      <Button variant="secondary" onClick={() => onStep({ is: 'guests', sessionId })}>
        {t('seating.guests')}
      </Button>
      <Button variant="secondary" onClick={() => onStep({ is: 'note', sessionId })}>
        {t(note === undefined ? 'seating.addNote' : 'seating.changeNote')}
      </Button>
      {merged && (
        <Button variant="secondary" onClick={() => onStep({ is: 'split', sessionId })}>
          {t('seating.split')}
        </Button>
      )}
    </Row>
  );
}

interface StepSheetProps extends Pick<Props, 'table' | 'at' | 'tables' | 'staff' | 'onLeft'> {
  readonly step: Step | undefined;
  onClose(): void;
}

/** Adds dishes to the table, seats guests, changes its session, moves or ends it. */
function StepSheet({ step, table, at, tables, staff, onClose, onLeft }: StepSheetProps) {
  const { t } = useTranslation('staff');
  // While the sheet closes, it shows its last step.
  const [last, setLast] = useState(step);
  if (step && step !== last) setLast(step);
  const { tableId, name, session } = table;
  const { currency } = staff;
  const open = step !== undefined;
  useBackLayer(open, onClose);
  const leave = () => {
    onClose();
    onLeft();
  };
  const show = () => {
    switch (last?.is) {
      case 'add':
        return <AddStep to={{ tableId }} staff={staff} onDone={onClose} />;
      case 'close':
        return (
          <CloseSession {...{ tableId, name, at, currency }} sessionId={last.sessionId} onDone={leave} />
        );
      case 'move':
        return <MoveSession {...{ table, tables, currency }} sessionId={last.sessionId} onDone={leave} />;
      case 'seat':
        return <SeatStep {...{ table, currency }} onDone={onClose} />;
      case 'guests':
        return session && <GuestsStep {...{ session, currency }} onDone={onClose} />;
      case 'note':
        return session && <NoteStep {...{ session, currency }} onDone={onClose} />;
      case 'split':
        return session && <SplitStep {...{ session, currency }} onDone={onClose} />;
      case undefined:
        return null;
    }
  };
  const titles = {
    add: t('add.title'),
    close: t('tables.closeTitle', { name }),
    move: t('seating.title', { name }),
    seat: t('seating.seatTitle'),
    guests: t('seating.guests'),
    note: t('seating.noteTitle'),
    split: t('seating.splitTitle'),
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={last ? titles[last.is] : ''}
      description={
        last && last.is !== 'close' && last.is !== 'move' ? t('orders.table', { name }) : undefined
      }
      height={last?.is === 'add' ? 'tall' : 'content'}
    >
      {show()}
    </Sheet>
  );
}

interface CodeProps {
  readonly tableId: string;
  readonly session: NonNullable<StaffTable['session']>;
}

/** The order code of a table's session, with a button that shows or renews it. */
function OrderCode({ tableId, session: { orderCode, orderCodeSpent } }: CodeProps) {
  const { t } = useTranslation('staff');
  const code = useStaffChange(showOrderCode);
  const hasCode = orderCode !== null;
  return (
    <section>
      <Text as="h3" $below="xs" $type="label">
        {t('tables.code')}
      </Text>
      <Stack $gap="sm" $align="flex-start">
        {orderCode !== null && (
          <Text $type="display" $figures>
            {orderCode}
          </Text>
        )}
        {orderCodeSpent && <Banner tone="danger">{t('tables.codeSpent')}</Banner>}
        <Button
          variant={hasCode ? 'quiet' : 'secondary'}
          busy={code.isPending}
          onClick={() => code.mutate({ tableId, renew: hasCode })}
        >
          {t(hasCode || orderCodeSpent ? 'tables.newCode' : 'tables.showCode')}
        </Button>
      </Stack>
    </section>
  );
}

/** The QR code of a table. A new one makes the old one invalid, and may end the session. */
function TableQrCode({ table, staff }: Pick<Props, 'table' | 'staff'>) {
  const { t } = useTranslation('staff');
  const [isAsked, setAsked] = useState(false);
  const money = useMoney(staff.currency);
  const reissue = useStaffChange(reissueQrcode, undefined, (error) =>
    showToast(describeActFailure(error, money)),
  );
  const { tableId, name, session, qrcodeId } = table;
  const address = location.origin + createLinks(defaultLanguage).qrLanding(staff.merchantId, qrcodeId);
  const handleYes = (endParty = false) => {
    setAsked(false);
    reissue.mutate({ tableId, endParty, ...(endParty && { sessionId: session?.id }) });
  };
  return (
    <section>
      <Text as="h3" $below="xs" $type="label">
        {t('tables.qrcode')}
      </Text>
      <QrCode text={address} label={t('tables.qrcode')} />
      <Address>{address}</Address>
      <Button variant="quiet" busy={reissue.isPending} onClick={() => setAsked(true)}>
        {t('tables.newQrcode')}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('tables.newQrcodeTitle', { name })}
        text={t('tables.newQrcodeText')}
        actions={
          <>
            <Button wide variant="danger" onClick={() => handleYes()}>
              {t('tables.newQrcode')}
            </Button>
            {session && (
              <Button wide variant="danger" onClick={() => handleYes(true)}>
                {t('tables.newQrcodeAndClose')}
              </Button>
            )}
            <Button wide variant="quiet" onClick={() => setAsked(false)}>
              {t('orders.keep')}
            </Button>
          </>
        }
      />
    </section>
  );
}

const Cards = styled.ul`
  display: grid;
  gap: ${space.md};
`;

const Address = styled.p`
  padding-block: ${space.xs};
  ${type.small};
  overflow-wrap: anywhere;
`;
