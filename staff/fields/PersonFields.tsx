import { useTranslation } from 'react-i18next';
import { isEasyPin } from '#contract/calls/people.ts';
import { pinDigits } from '#contract/staff-rights.ts';
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
  /** In UTF-16 code units. Default: the limit of a person's name. */
  readonly maxLength?: number | undefined;
}

/** A required name. */
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
      // A name needs a character that is not a space.
      pattern=".*\S.*"
      autoComplete={autoComplete}
      required
    />
  );
}

interface PinProps extends Omit<Props, 'error'> {
  readonly required: boolean;
}

/** A field for a new PIN. Common PINs are refused. */
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

/** True for a common PIN. A shorter one is still being typed. */
export function isTooEasy(pin: string): boolean {
  return pin.length >= pinDigits.least && isEasyPin(pin);
}
