import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveInvoice, type Receipt } from '#contract/calls/receipt.ts';
import {
  findInvoiceMistakes,
  invoiceLimits,
  normaliseInvoice,
  type Invoice,
  type InvoiceField,
} from '#contract/payments/invoice.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Fold } from '#ui/controls/Fold.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { Small, Stack } from '#ui/primitives.tsx';

interface Props {
  readonly orderId: string;
  readonly saved: NonNullable<Receipt['invoice']>;
}

/** Asks for a name, a tax id and, in Taiwan, a carrier for the invoice. Closed until the diner opens it. */
export function InvoiceForm({ orderId, saved: { isTaiwan, ...saved } }: Props) {
  const { t } = useTranslation('order');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [invoice, setInvoice] = useState<Invoice>(saved);
  const [wrong, setWrong] = useState<readonly InvoiceField[]>([]);
  const save = useMutation({
    mutationFn: (body: Invoice) => request(saveInvoice, { body: { orderId, ...body } }),
    onSuccess: async () => {
      showToast(t('invoice.saved'));
      await queries.invalidateQueries({ queryKey: ['order', orderId, 'receipt'] });
    },
    onError: (error) => showToast(failureText(error)),
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const given = normaliseInvoice(invoice);
    const mistakes = findInvoiceMistakes(given, { isTaiwan });
    setInvoice(given);
    setWrong(mistakes);
    if (mistakes.length === 0) save.mutate(given);
  };
  const where = isTaiwan ? 'taiwan' : 'elsewhere';
  const createFieldProps = (name: InvoiceField) => ({
    value: invoice[name],
    maxLength: invoiceLimits[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => setInvoice({ ...invoice, [name]: target.value }),
  });

  return (
    <Fold title={t('invoice.open')}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack $gap="md">
          <TextField label={t('invoice.name')} {...createFieldProps('buyerName')} />
          <TextField
            label={t(`invoice.taxId.${where}`)}
            inputMode={isTaiwan ? 'numeric' : 'text'}
            error={wrong.includes('buyerTaxId') ? t(`invoice.wrongTaxId.${where}`) : undefined}
            {...createFieldProps('buyerTaxId')}
          />
          {isTaiwan && (
            <TextField
              label={t('invoice.carrier')}
              hint={t('invoice.carrierHint')}
              autoCapitalize="characters"
              error={wrong.includes('carrier') ? t('invoice.wrongCarrier') : undefined}
              {...createFieldProps('carrier')}
            />
          )}
          <Small>{t('invoice.who')}</Small>
          <Button type="submit" wide variant="secondary" busy={save.isPending}>
            {t('invoice.save')}
          </Button>
        </Stack>
      </form>
    </Fold>
  );
}
