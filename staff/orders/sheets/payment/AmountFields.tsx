import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roundAmount, zero } from '#projections/bill/money.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row } from '#ui/primitives.tsx';
import { parseTypedAmount } from '#ui/bill/typed-amount.ts';

/** The typed amount and tip of a payment. @param places the decimals of the order's amounts */
export function useAmounts(first: string, places: number) {
  const [amountText, setAmountText] = useState(first);
  const [tipText, setTipText] = useState('');
  const [isTried, setTried] = useState(false);
  const [amount, tip] = [amountText, tipText].map((text) => {
    const typed = parseTypedAmount(text, places);
    return typed && roundAmount(typed, places);
  });
  const isTipWrong = tip === undefined && Number(tipText.trim() || zero) !== 0;
  const read = () =>
    amount === undefined || isTipWrong ? undefined : { amount, ...(tip !== undefined && { tip }) };
  return {
    amountText,
    setAmountText,
    tipText,
    setTipText,
    isTried,
    isTipWrong,
    amount,
    tip,
    /** Returns the amounts, or undefined if one is invalid. */
    read,
    /** Returns the amounts to send, or undefined if one is invalid. From then on the fields show which one. */
    take() {
      setTried(true);
      return read();
    },
  };
}

interface Props {
  readonly amounts: ReturnType<typeof useAmounts>;
  readonly label: string;
  readonly hasTip: boolean;
  /** Why the server refused the amount. */
  readonly problem: string | undefined;
}

export function AmountFields({ amounts, label, hasTip, problem }: Props) {
  const { t } = useTranslation('staff');
  const { amountText, setAmountText, tipText, setTipText, isTried, isTipWrong, amount } = amounts;
  const wrong = t('pay.amountWrong');
  return (
    <Row $gap="md" $wrap>
      <Box $grow="readable">
        <TextField
          label={label}
          value={amountText}
          onChange={({ target }) => setAmountText(target.value)}
          inputMode="decimal"
          autoComplete="off"
          error={isTried && amount === undefined ? wrong : problem}
        />
      </Box>
      {hasTip && (
        <Box $grow="readable">
          <TextField
            label={t('pay.tip')}
            value={tipText}
            onChange={({ target }) => setTipText(target.value)}
            inputMode="decimal"
            autoComplete="off"
            error={isTried && isTipWrong ? wrong : undefined}
          />
        </Box>
      )}
    </Row>
  );
}
