import { useState } from 'react';
import { TextBox, type FieldError } from './TextBox.tsx';
import { readDigits } from '#client/values/digits.ts';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly error?: FieldError | undefined;
  onChange(value: number): void;
}

/** A field for a small number. While its text is invalid, the last valid number applies. */
export function CountBox({ label, value, error, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const isMeant = typed === '' || Number(typed) === value;
  return (
    <TextBox
      label={label}
      inputMode="numeric"
      maxLength={2}
      value={typed !== undefined && isMeant ? typed : String(value)}
      error={error}
      onChange={(text) => {
        const digits = readDigits(text);
        setTyped(digits);
        if (digits !== '') onChange(Number(digits));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
