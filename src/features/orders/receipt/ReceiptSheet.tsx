import { useQuery } from '@tanstack/react-query';
import { FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getReceipt, type PaperRow } from '#contract/calls/receipt.ts';
import type { Order } from '#contract/order-fields.ts';
import { request } from '#client/api/call/request.ts';
import { isZero } from '#projections/bill/money.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { mailPollMs } from '#ui/bill/MailReceiptForm.tsx';
import { ReceiptPaper } from '#ui/bill/ReceiptPaper.tsx';
import { useReceiptPdf } from '#ui/bill/use-receipt-pdf.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { Row, Stack } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { ShareButton } from '#ui/sharing/ShareButton.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { MailForm } from './MailForm.tsx';
import { useOwnRows } from './own-rows.ts';

interface Props {
  readonly open: boolean;
  readonly order: Order;
  onClose(): void;
}

/** The bill of an order, or its receipt once it is paid. Diners can print it or share it. */
export default function ReceiptSheet({ open, order, onClose }: Props) {
  const { t } = useTranslation('order');
  const failureText = useFailureText();
  const language = useLanguage();
  const [isPrinting, setPrinting] = useState(false);
  const ownRows = useOwnRows(order);
  const { data: receipt } = useQuery({
    // Begins like the order's key, because the same message of the server makes both outdated.
    queryKey: ['order', order.id, 'receipt', language],
    queryFn: () => request(getReceipt, { body: { orderId: order.id } }),
    enabled: open,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.mail?.last === 'waiting' ? mailPollMs : false),
  });
  const save = useReceiptPdf({
    fetchPdf: () => request(getReceipt, { body: { orderId: order.id, pdf: true } }),
    onPrint: () => setPrinting(true),
    onError: (failure) => showToast(failureText(failure)),
  });
  const rows = receipt?.rows ?? ownRows;
  const kind = receipt?.kind ?? (isZero(getOwed(order)) ? 'receipt' : 'bill');

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(kind === 'bill' ? 'receipt.bill' : 'receipt.title')}
      height="tall"
      footer={
        <Row $gap="sm" $wrap>
          <Button variant="secondary" onClick={() => setPrinting(true)}>
            <Printer aria-hidden />
            {t('receipt.print')}
          </Button>
          {receipt && (
            <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
              <FileDown aria-hidden />
              {t('receipt.pdf')}
            </Button>
          )}
          <ShareButton
            text={() => rows.map(toText).join('\n')}
            words={{
              share: t('receipt.share'),
              copy: t('receipt.copy'),
              copied: t('receipt.copied'),
              failed: t('receipt.shareFailed'),
            }}
          />
        </Row>
      }
    >
      <Stack $gap="lg">
        <ReceiptPaper rows={rows} />
        {receipt?.mail && <MailForm orderId={order.id} mail={receipt.mail} />}
        {receipt?.invoice && <InvoiceForm orderId={order.id} saved={receipt.invoice} />}
      </Stack>
      {isPrinting && (
        <PrintOnly size="sheet" onPrinted={() => setPrinting(false)}>
          <ReceiptPaper rows={rows} />
        </PrintOnly>
      )}
    </Sheet>
  );
}

function toText(row: PaperRow): string {
  switch (row.kind) {
    case 'rule':
      return '';
    case 'columns':
      return row.cells.join('  ');
    case 'amount':
    case 'total':
      return `${row.label}  ${row.amount}`;
    default:
      return row.text;
  }
}
