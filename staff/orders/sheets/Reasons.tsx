import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack, Text } from '#ui/primitives.tsx';

interface Props {
  /** Asks why, and says that the tap does it. */
  readonly legend: string;
  /** The usual ones. */
  readonly reasons: readonly string[];
  /** On the button below the words of one's own. */
  readonly submit: string;
  readonly busy: boolean;
  onReason(reason: string): void;
}

/** Why something is done: one of the usual reasons with a tap, or words of one's own. */
export function Reasons({ legend, reasons, submit, busy, onReason }: Props) {
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
            maxLength={limits.notesLength}
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
