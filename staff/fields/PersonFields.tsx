import { useTranslation } from 'react-i18next';
import { isEasyPin, pinDigits } from '#contract/calls/people.ts';
import { limits } from '#contract/limits.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import { readDigits } from '#client/values/digits.ts';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  onChange(value: string): void;
  readonly error?: string | undefined;
}

interface NameProps extends Props {
  readonly autoComplete?: string;
  /** UTF-16 code units; default: of a person. */
  readonly maxLength?: number | undefined;
}

/** A name that is needed. */
export function NameField({
  onChange,
  autoComplete = 'off',
  maxLength = limits.nameLength,
  ...rest
}: NameProps) {
  return (
    <TextField
      {...rest}
      onChange={({ target }) => onChange(target.value)}
      maxLength={maxLength}
      // What is no more than spaces is no name.
      pattern=".*\S.*"
      autoComplete={autoComplete}
      required
    />
  );
}

interface PinProps extends Omit<Props, 'error'> {
  readonly required: boolean;
}

/** A new PIN; what everybody tries first is none (D59). */
export function PinField({ value, onChange, ...rest }: PinProps) {
  const { t } = useTranslation('staff');
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={value}
      onChange={({ target }) => onChange(readDigits(target.value))}
      minLength={pinDigits.least}
      maxLength={pinDigits.most}
      autoComplete="off"
      error={isTooEasy(value) ? t('fields.easyPin') : undefined}
    />
  );
}

/** Only of one that is long enough: shorter ones are still being typed. */
export function isTooEasy(pin: string): boolean {
  return pin.length >= pinDigits.least && isEasyPin(pin);
}
