import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useDiner } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import type { QuestionPopupProps } from '#src/popups/question-popup.ts';
import { Stack } from '#ui/primitives.tsx';

/** Asks for a first name before the first dish. */
export default function EditNamePopup({ open, onAnswer }: QuestionPopupProps) {
  const { t } = useTranslation('account');
  // The cart of an order without a table is not shared.
  const isAlone = useDiner().table?.tableId === '';
  return (
    <Sheet
      open={open}
      onClose={() => void onAnswer(false)}
      title={t('name.title')}
      description={t(isAlone ? 'name.textAlone' : 'name.text')}
    >
      <NameForm onDone={() => void onAnswer(true)} />
    </Sheet>
  );
}

function NameForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['account', 'common']);
  const failureText = useFailureText();
  const { member, rename } = useDiner();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const handleChange = (value: string) => {
    setName(value);
    setError(undefined);
  };
  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const firstName = name.normalize('NFC').trim();
    if (busy) return;
    if (!firstName) {
      setError(t('name.required'));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await rename(firstName, member?.lastName);
      onDone();
    } catch (reason) {
      setError(failureText(reason));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack as="form" $gap="xl" $above="sm" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextField
        ref={input}
        data-autofocus
        label={t('name.label')}
        placeholder={t('name.placeholder')}
        value={name}
        onChange={(event) => handleChange(event.target.value)}
        maxLength={limits.nameLength}
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="done"
        error={error}
        required
      />
      <Button type="submit" wide busy={busy}>
        {t('name.save')}
      </Button>
    </Stack>
  );
}
