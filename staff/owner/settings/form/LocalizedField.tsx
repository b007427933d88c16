import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row } from '#ui/primitives.tsx';

interface Words {
  readonly 'en-US': string;
  readonly 'zh-TW': string;
}

interface Props {
  readonly label: string;
  readonly value: Words;
  onChange(value: Words): void;
  readonly error?: string | undefined;
}

/** A text field for each language. */
export function LocalizedField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation('house');
  const each = [
    ['en-US', 'en', t('english')],
    ['zh-TW', 'zh-Hant', t('chinese')],
  ] as const;
  return (
    <Row $gap="md" $wrap>
      {each.map(([code, lang, language]) => (
        <Box key={code} $grow="card">
          <TextField
            label={t('inLanguage', { field: label, language })}
            lang={lang}
            value={value[code]}
            onChange={({ target }) => onChange({ ...value, [code]: target.value })}
            error={error}
          />
        </Box>
      ))}
    </Row>
  );
}
