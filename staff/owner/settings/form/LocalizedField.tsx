import { languageCodes } from '#contract/http/headers.ts';
import type { Localized } from '#contract/menu-file/localized.ts';
import { nameLanguage } from '#ui/i18n/language-name.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row } from '#ui/primitives.tsx';

interface Props {
  readonly label: string;
  readonly value: Localized;
  onChange(value: Localized): void;
  readonly error?: string | undefined;
}

/** A text field for each language. */
export function LocalizedField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation('house');
  const reader = useLanguage();
  return (
    <Row $gap="md" $wrap>
      {languageCodes.map((code) => (
        <Box key={code} $grow="card">
          <TextField
            label={t('inLanguage', { field: label, language: nameLanguage(code, reader) })}
            lang={code}
            value={value[code] ?? ''}
            onChange={({ target }) => onChange({ ...value, [code]: target.value })}
            error={error}
          />
        </Box>
      ))}
    </Row>
  );
}
