import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Stack } from '#src/kit/ui/primitives.tsx';

/** The other way to a table: its link, typed or pasted. */
export function LinkForm({ onGiven }: { onGiven(text: string): void }) {
  const { t } = useTranslation('scan');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError(t('link.required'));
    else onGiven(text.trim());
  };

  return (
    <Stack as="form" $gap="md" onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('link.label')}
        hint={t('link.hint')}
        placeholder={`${location.origin}/m/1001/q/7`}
        type="url"
        inputMode="url"
        autoCapitalize="off"
        autoCorrect="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
        enterKeyHint="go"
        error={error}
      />
      <Button type="submit" variant="secondary" wide>
        {t('link.go')}
      </Button>
    </Stack>
  );
}
