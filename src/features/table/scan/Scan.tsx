import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { parseQrLink } from '#ui/routes/qr-link.ts';
import { CameraView } from './CameraView.tsx';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';

/** The QR scanner. The code of a table opens it, any other text is shown on the result page. */
export default function Scan() {
  const { t } = useTranslation('scan');
  const links = useLinks();
  const navigate = useNavigate();

  const handleFound = (text: string) => {
    const link = parseQrLink(text);
    const to = link ? links.qrLanding(link.merchantId, link.qrcodeId) : links.scanResult(text);
    void navigate(to, { replace: link !== undefined });
  };

  return (
    <HeaderOnlyLayout title={t('title')} fallback={links.home()}>
      <p>{t('text')}</p>
      <CameraView onFound={handleFound} />
      <LinkForm onGiven={handleFound} />
    </HeaderOnlyLayout>
  );
}

/** Opens a table by its link, typed or pasted. */
function LinkForm({ onGiven }: { onGiven(text: string): void }) {
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
