import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { styled } from 'styled-components';
import { reissueQrcode, showOrderCode, type StaffIdentity, type StaffTable } from '#contract/calls/staff.ts';
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
import { useMoney } from '../use-money.ts';
import type { TableState } from './at-table.ts';
import { CloseSession } from './CloseSession.tsx';
import { MoveSession } from './MoveSession.tsx';
import { TableOrders } from './TableOrders.tsx';
import { TableDiners } from './TableDiners.tsx';

type Step = { readonly is: 'add' } | { readonly is: 'move' | 'close'; readonly sessionId: string };

interface Props {
  readonly table: StaffTable;
  readonly at: TableState;
  /** All tables of the restaurant. */
  readonly tables: readonly StaffTable[];
  readonly staff: StaffIdentity;
  readonly open: boolean;
  onClose(): void;
  /** Opens the sheet of one of the table's orders. */
  readonly onAsk: Ask;
}

/** The actions at a table: its orders, moving and ending its session, its order code and its QR code. */
export function TableActions(props: Props) {
  const { table, at, tables, staff, open, onClose } = props;
  const { t } = useTranslation('staff');
  const [step, setStep] = useState<Step>();
  const [isOver, setOver] = useState(false);
  useBackLayer(open && !isOver, onClose);
  const { tableId, name, session } = table;
  const { currency } = staff;
  // The session has ended, usually by this step. The question must not apply to the next session at the table.
  const isGone = step !== undefined && step.is !== 'add' && step.sessionId !== session?.id;
  if (isGone && !isOver) setOver(true);

  const ofStep = () => {
    switch (step?.is) {
      case 'add':
        return <AddStep to={{ tableId }} staff={staff} onDone={onClose} />;
      case 'close':
        return (
          <CloseSession {...{ tableId, name, at, currency }} sessionId={step.sessionId} onDone={onClose} />
        );
      case 'move':
        return <MoveSession {...{ table, tables, currency }} sessionId={step.sessionId} onDone={onClose} />;
      case undefined:
        return <AllActions key={session?.id} {...props} onStep={setStep} />;
    }
  };
  const titles = {
    add: t('add.title'),
    close: t('tables.closeTitle', { name }),
    move: t('seating.title', { name }),
    all: t('orders.table', { name }),
  };
  return (
    <Sheet
      open={open && !isOver}
      onClose={onClose}
      title={titles[step?.is ?? 'all']}
      description={step?.is === 'add' ? t('orders.table', { name }) : undefined}
      height={step?.is === 'add' ? 'tall' : 'content'}
    >
      {ofStep()}
    </Sheet>
  );
}

interface AllProps extends Omit<Props, 'tables' | 'open'> {
  onStep(step: Step): void;
}

function AllActions({ table, at, staff, onClose, onAsk, onStep }: AllProps) {
  const { t } = useTranslation('staff');
  const { tableId, session } = table;
  return (
    <Stack $gap="xl">
      {at.orders.length > 0 ? (
        <TableOrders orders={at.orders} currency={staff.currency} onAsk={onAsk} />
      ) : (
        <Button wide variant="secondary" onClick={() => onStep({ is: 'add' })}>
          {t('orders.add')}
        </Button>
      )}
      {session && session.diners.length > 0 && (
        <TableDiners
          tableId={tableId}
          diners={session.diners}
          more={session.moreDiners ?? 0}
          onDone={onClose}
        />
      )}
      {session && (
        <Row $gap="md" $wrap>
          <Box $grow="readable">
            <Button wide variant="secondary" onClick={() => onStep({ is: 'move', sessionId: session.id })}>
              {t('seating.open')}
            </Button>
          </Box>
          <Box $grow="readable">
            <Button wide variant="danger" onClick={() => onStep({ is: 'close', sessionId: session.id })}>
              {t('tables.close')}
            </Button>
          </Box>
        </Row>
      )}
      {session && <OrderCode tableId={tableId} session={session} />}
      <TableQrCode table={table} staff={staff} />
    </Stack>
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
function TableQrCode({ table, staff }: Pick<AllProps, 'table' | 'staff'>) {
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

const Address = styled.p`
  padding-block: ${space.xs};
  ${type.small};
  overflow-wrap: anywhere;
`;
