import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailReceipt, type Receipt } from '#contract/calls/receipt.ts';
import { request } from '#client/api/call/request.ts';
import { useDiner } from '#src/diner/diner.ts';
import { MailReceiptForm } from '#ui/bill/MailReceiptForm.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';

interface Props {
  readonly orderId: string;
  readonly mail: NonNullable<Receipt['mail']>;
}

/** Sends the receipt to the diner's own address. */
export function MailForm({ orderId, mail }: Props) {
  const { t } = useTranslation('order');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { isMember } = useDiner();
  const words = {
    open: t('receipt.mail.open'),
    address: t('receipt.mail.address'),
    send: t('receipt.mail.send'),
    wrong: t('receipt.mail.wrong'),
    who: t('receipt.mail.who'),
    waiting: t('receipt.mail.waiting'),
    sent: t('receipt.mail.sent'),
    failed: t('receipt.mail.failed'),
    ...(isMember && { keep: t('receipt.mail.keep') }),
  };
  return (
    <MailReceiptForm
      mail={mail}
      words={words}
      send={async (wanted) => {
        await request(mailReceipt, { body: { orderId, ...wanted } });
        await queries.invalidateQueries({ queryKey: ['order', orderId, 'receipt'] });
      }}
      onError={(error) => showToast(failureText(error))}
    />
  );
}
