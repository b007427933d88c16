import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import {
  closeTable,
  reissueQrcode,
  showOrderCode,
  type StaffIdentity,
  type StaffTable,
} from '#contract/calls/staff.ts';
import { defaultLanguage } from '#contract/headers.ts';
import { linksFor } from '#src/kit/routes/routes.ts';
import { space, type } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { QrCode } from '#src/kit/ui/sharing/QrCode.tsx';
import { Sheet } from '#src/kit/ui/layers/Sheet.tsx';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import { useStaffChange } from '../calls/staff-queries.ts';
import { sayFailure } from '../calls/say-failure.ts';
import { TableDiners } from './TableDiners.tsx';

interface Props {
  readonly table: StaffTable;
  readonly staff: StaffIdentity;
  readonly open: boolean;
  onClose(): void;
}

type Question = 'close' | 'newQrcode';

/** What the staff may do at a table: its order code, its QR code, and the end of the party. */
export function TableActions({ table, staff, open, onClose }: Props) {
  const { t } = useTranslation('staff');
  const [question, setQuestion] = useState<Question>();
  const [last, setLast] = useState<Question>('close');
  const code = useStaffChange(showOrderCode);
  const close = useStaffChange(closeTable);
  const reissue = useStaffChange(reissueQrcode);
  const { tableId, name, session, qrcodeId } = table;
  const hasCode = session !== null && session.orderCode !== null;
  const address = location.origin + linksFor(defaultLanguage).qrLanding(staff.merchantId, qrcodeId);

  const ask = (next: Question) => {
    setQuestion(next);
    setLast(next);
  };
  const handleYes = (endParty = false) => {
    setQuestion(undefined);
    if (last === 'close') close.mutate({ tableId }, { onError: sayFailure, onSuccess: onClose });
    else reissue.mutate({ tableId, endParty }, { onError: sayFailure });
  };

  return (
    <Sheet open={open} onClose={onClose} title={t('orders.table', { name })}>
      <Stack $gap="xl">
        {session && (
          <section>
            <Text as="h3" $below="xs" $type="label">
              {t('tables.code')}
            </Text>
            <Stack $gap="sm" $align="flex-start">
              {session.orderCode !== null && (
                <Text $type="display" $figures>
                  {session.orderCode}
                </Text>
              )}
              {session.orderCodeSpent && <Banner tone="danger">{t('tables.codeSpent')}</Banner>}
              <Button
                variant={hasCode ? 'quiet' : 'secondary'}
                busy={code.isPending}
                onClick={() => code.mutate({ tableId, renew: hasCode }, { onError: sayFailure })}
              >
                {t(hasCode || session.orderCodeSpent ? 'tables.newCode' : 'tables.showCode')}
              </Button>
            </Stack>
          </section>
        )}
        {session && session.diners.length > 0 && <TableDiners tableId={tableId} diners={session.diners} />}
        <section>
          <Text as="h3" $below="xs" $type="label">
            {t('tables.qrcode')}
          </Text>
          <QrCode text={address} label={t('tables.qrcode')} />
          <Address>{address}</Address>
          <Button variant="quiet" busy={reissue.isPending} onClick={() => ask('newQrcode')}>
            {t('tables.newQrcode')}
          </Button>
        </section>
        {session && (
          <Button wide variant="danger" busy={close.isPending} onClick={() => ask('close')}>
            {t('tables.close')}
          </Button>
        )}
      </Stack>
      <Dialog
        open={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title={t(last === 'close' ? 'tables.closeTitle' : 'tables.newQrcodeTitle', { name })}
        text={t(last === 'close' ? 'tables.closeText' : 'tables.newQrcodeText')}
        actions={
          <>
            <Button wide variant="danger" onClick={() => handleYes()}>
              {t(last === 'close' ? 'tables.close' : 'tables.newQrcode')}
            </Button>
            {last === 'newQrcode' && session && (
              <Button wide variant="danger" onClick={() => handleYes(true)}>
                {t('tables.newQrcodeAndClose')}
              </Button>
            )}
            <Button wide variant="quiet" onClick={() => setQuestion(undefined)}>
              {t('orders.keep')}
            </Button>
          </>
        }
      />
    </Sheet>
  );
}

const Address = styled.p`
  padding-block: ${space.xs};
  ${type.small};
  overflow-wrap: anywhere;
`;
