import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTypedAmount } from '../draft/amount.ts';
import { useRestaurant } from '../restaurant.ts';
import { TextBox, type FieldError } from './TextBox.tsx';

interface Props {
  readonly label: string;
  readonly hidesLabel?: boolean | undefined;
  /** Decimal text, or the typed text if it is invalid. */
  readonly amount: string;
  onChange(amount: string): void;
  /** An option may reduce the price of its dish. */
  readonly mayBeNegative?: boolean;
  readonly error?: FieldError | undefined;
}

/** A field for a price. On blur it is formatted with the currency's decimals. */
export function PriceBox({ label, hidesLabel, amount, onChange, mayBeNegative, error }: Props) {
  const { t } = useTranslation('ownerMenu');
  const { decimals } = useRestaurant();
  const [typed, setTyped] = useState<string>();
  const parseTyped = (text: string) => {
    const read = parseTypedAmount(text, decimals, mayBeNegative);
    return read.kind === 'amount' ? read.amount : text.trim();
  };
  // After an undo, or a change by others, the typed text no longer applies.
  const shown = typed !== undefined && parseTyped(typed) === amount ? typed : amount;
  const read = parseTypedAmount(shown, decimals, mayBeNegative);
  const example = decimals === 0 ? '120' : `12.${'5'.padEnd(decimals, '0')}`;
  return (
    <TextBox
      label={label}
      hidesLabel={hidesLabel}
      // The numeric keypads of phones have no minus.
      inputMode={mayBeNegative ? 'text' : decimals > 0 ? 'decimal' : 'numeric'}
      maxLength={20}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(parseTyped(text));
      }}
      onBlur={() => setTyped(undefined)}
      error={
        read.kind === 'wrong'
          ? { text: t(`amount.${read.why}`, { count: decimals, example }), isMissing: read.why === 'missing' }
          : error
      }
    />
  );
}
