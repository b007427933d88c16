import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown, Printer } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printReceipt, staffMailReceipt, staffReceipt, type Receipt } from '#contract/calls/receipt.ts';
import { request } from '#client/api/call/request.ts';
import { MailReceiptForm, mailPollMs } from '#ui/bill/MailReceiptForm.tsx';
import { ReceiptPaper } from '#ui/bill/ReceiptPaper.tsx';
import { useReceiptPdf } from '#ui/bill/use-receipt-pdf.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { Box, Row, Stack } from '#ui/primitives.tsx';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { sayFailure } from '../../calls/say-failure.ts';
import { useOverview } from '../../calls/staff-queries.ts';
import { Problem } from './Problem.tsx';
import type { StepProps } from './step-props.ts';

/** The bill of an order, or its receipt once it is paid, to print. */
export function ReceiptStep({ order }: StepProps) {
  const { t } = useTranslation('staff');
  const failureText = useFailureText();
  const language = useLanguage();
  const [isPrinting, setPrinting] = useState(false);
  const { data: receipt, error } = useQuery({
    // A change of the order writes another bill.
    queryKey: ['staff', 'receipt', order.id, order.updateAt, language],
    queryFn: () => request(staffReceipt, { body: { orderId: order.id }, language }),
    refetchInterval: ({ state }) => (state.data?.mail?.last === 'waiting' ? mailPollMs : false),
  });
  const printer = useOverview().data?.printers.find(({ bills }) => bills);
  const print = useMutation({
    mutationFn: () => request(printReceipt, { body: { orderId: order.id, actId: nanoid() } }),
    onSuccess: ({ queued }) => {
      if (!queued) return setPrinting(true);
      showToast(t('receipt.sent', { name: printer?.name ?? '' }));
    },
    onError: sayFailure,
  });
  const save = useReceiptPdf({
    fetchPdf: () => request(staffReceipt, { body: { orderId: order.id, pdf: true }, language }),
    onPrint: () => setPrinting(true),
    onError: sayFailure,
  });
  if (error) return <Problem text={failureText(error)} />;
  if (!receipt) return <Skeleton />;
  return (
    <Stack $gap="lg">
      <Box $card $pad="lg">
        <ReceiptPaper rows={receipt.rows} />
      </Box>
      <Row $gap="sm" $wrap>
        {printer && (
          <Button busy={print.isPending} onClick={() => print.mutate()}>
            <Printer aria-hidden />
            {t('receipt.at', { name: printer.name })}
          </Button>
        )}
        <Button variant={printer ? 'secondary' : 'primary'} onClick={() => setPrinting(true)}>
          {!printer && <Printer aria-hidden />}
          {t('receipt.here')}
        </Button>
        <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          <FileDown aria-hidden />
          {t('receipt.pdf')}
        </Button>
      </Row>
      {receipt.mail && <MailForm orderId={order.id} mail={receipt.mail} />}
      {isPrinting && (
        <PrintOnly size="roll" onPrinted={() => setPrinting(false)}>
          <ReceiptPaper rows={receipt.rows} />
        </PrintOnly>
      )}
    </Stack>
  );
}

interface MailProps {
  readonly orderId: string;
  readonly mail: NonNullable<Receipt['mail']>;
}

/** Sends the receipt to the address of a guest. */
function MailForm({ orderId, mail }: MailProps) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const queries = useQueryClient();
  const words = {
    open: t('receipt.mail.open'),
    address: t('receipt.mail.address'),
    send: t('receipt.mail.send'),
    wrong: t('receipt.mail.wrong'),
    who: t('receipt.mail.who'),
    waiting: t('receipt.mail.waiting'),
    sent: t('receipt.mail.sent'),
    failed: t('receipt.mail.failed'),
  };
  return (
    <MailReceiptForm
      mail={mail}
      words={words}
      send={async ({ address }) => {
        await request(staffMailReceipt, { body: { orderId, address }, language });
        await queries.invalidateQueries({ queryKey: ['staff', 'receipt', orderId] });
      }}
      onError={sayFailure}
    />
  );
}
