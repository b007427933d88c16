import { useMutation, useQuery } from '@tanstack/react-query';
import { FileDown, Printer } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printReceipt, staffReceipt } from '#contract/calls/receipt.ts';
import { request } from '#client/api/call/request.ts';
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
      {isPrinting && (
        <PrintOnly size="roll" onPrinted={() => setPrinting(false)}>
          <ReceiptPaper rows={receipt.rows} />
        </PrintOnly>
      )}
    </Stack>
  );
}
