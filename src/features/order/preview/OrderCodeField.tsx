import { codeRefusals } from '#contract/calls/code-budget.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { sendOrderCodeMessage } from '#contract/calls/table.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import type { CodeError } from './use-attempt.ts';
import { Stack } from '#ui/primitives.tsx';
import { readDigits } from '#client/values/digits.ts';

/** The most digits that the field takes. */
const maxDigits = 12;

interface Props {
  /** The table whose code the restaurant can send as a message; undefined for an order without a table. */
  readonly tableId: string | undefined;
  readonly value: string;
  onChange(value: string): void;
  readonly error: CodeError | undefined;
}

/** The field for the table's order code. The diner asks the staff for it, or has the restaurant send it. */
export function OrderCodeField({ tableId, value, onChange, error }: Props) {
  const { t } = useTranslation('cart');
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);

  // The button that places the order is at the bottom, where this field may be out of sight.
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);

  const handleSend = async (to: string) => {
    setSending(true);
    try {
      await request(sendOrderCodeMessage, { body: { tableId: to } });
      showToast(t('code.sent'));
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure : undefined;
      if (refusal?.code === codes.oneMessageAMinute) showToast(t('code.oneAMinute'));
      else if (refusal?.code === codes.threeMessagesAMinuteByAddress) showToast(t('code.threeAMinute'));
      else if (refusal?.code === codeRefusals.orderCodesSpent) showToast(t('code.spent'));
      else if (refusal?.code === codeRefusals.budgetSpent) showToast(t('code.failed'));
      else showToast((refusal?.failure.kind === 'refused' && refusal.message) || t('code.failed'));
    } finally {
      setSending(false);
    }
  };

  return (
    <Stack $gap="xs">
      <TextField
        ref={input}
        label={t('code.label')}
        hint={t('code.hint')}
        error={error?.text}
        value={value}
        onChange={(event) => onChange(readDigits(event.target.value).slice(0, maxDigits))}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {tableId !== undefined && (
        <Button variant="quiet" busy={sending} onClick={() => void handleSend(tableId)}>
          {t('code.send')}
        </Button>
      )}
    </Stack>
  );
}
