import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack, Text } from '#ui/primitives.tsx';

interface Props {
  /** The question, which also says that the tap performs the action. */
  readonly legend: string;
  /** The usual reasons. */
  readonly reasons: readonly string[];
  /** The label of the button below the text field. */
  readonly submit: string;
  readonly busy: boolean;
  /** Of a text; by default that of notes. */
  readonly maxLength?: number;
  onReason(reason: string): void;
}

/** Asks for a reason: one of the usual ones, or a text. */
export function Reasons({ legend, reasons, submit, busy, maxLength = limits.notesLength, onReason }: Props) {
  const { t } = useTranslation('staff');
  const [own, setOwn] = useState('');
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const reason = own.trim();
    if (reason !== '' && !busy) onReason(reason);
  };
  return (
    <Stack $gap="lg">
      <fieldset>
        <Text as="legend" $type="label" $below="sm">
          {legend}
        </Text>
        <Stack $gap="sm">
          {reasons.map((reason) => (
            <Button key={reason} wide variant="secondary" busy={busy} onClick={() => onReason(reason)}>
              {reason}
            </Button>
          ))}
        </Stack>
      </fieldset>
      <form onSubmit={handleSubmit}>
        <Stack $gap="sm">
          <TextField
            label={t('void.own')}
            value={own}
            onChange={({ target }) => setOwn(target.value)}
            maxLength={maxLength}
            autoComplete="off"
          />
          {own.trim() !== '' && (
            <Button type="submit" wide busy={busy}>
              {submit}
            </Button>
          )}
        </Stack>
      </form>
    </Stack>
  );
}
