import type { Localized } from '#contract/menu-file/whole-merchant.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { colour, size, space, type } from '#ui/theme/tokens.ts';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { Note, TextBox, type FieldError } from './TextBox.tsx';

interface Props {
  readonly label: string;
  readonly texts: Localized;
  onChange(texts: Localized): void;
  readonly long?: boolean | undefined;
  readonly maxLength: number;
  readonly error?: FieldError | undefined;
  readonly hint?: string | undefined;
}

/** A text field for each language, or one for both. */
export function BothLanguages({ label, texts, onChange, long, maxLength, error, hint }: Props) {
  const { t } = useTranslation('ownerMenu');
  const id = useId();
  const isSame = texts['en-US'] === texts['zh-TW'];
  const [isOne, setIsOne] = useState(isSame && texts['en-US'] !== '');
  // Shows both fields if the texts differ, for example after a change by another person.
  const showsOne = isOne && isSame;
  const spoken = useLanguage();
  const missing = languageCodes.filter((language) => texts[language].trim() === '');
  const errorOf = (language: LanguageCode) =>
    error !== undefined && (missing.includes(language) || missing.length === 0) ? error : undefined;

  const handleToggle = () => {
    setIsOne(!showsOne);
    if (showsOne) return;
    const text = texts[spoken] || texts['en-US'] || texts['zh-TW'];
    onChange({ 'en-US': text, 'zh-TW': text });
  };

  return (
    <Stack as="fieldset" $gap="xs" aria-labelledby={id}>
      <Row $justify="space-between" $align="baseline" $gap="sm">
        <Text as="span" id={id} $type="label">
          {label}
        </Text>
        <Toggle type="button" onClick={handleToggle}>
          {t(showsOne ? 'languages.each' : 'languages.one')}
        </Toggle>
      </Row>
      <Fields>
        {showsOne ? (
          <TextBox
            label={t('languages.both')}
            long={long}
            maxLength={maxLength}
            value={texts['en-US']}
            error={error}
            onChange={(text) => onChange({ 'en-US': text, 'zh-TW': text })}
          />
        ) : (
          languageCodes.map((language) => (
            <TextBox
              key={language}
              label={t(`languages.${language}`)}
              lang={language}
              long={long}
              maxLength={maxLength}
              value={texts[language]}
              error={errorOf(language)}
              onChange={(text) => onChange({ ...texts, [language]: text })}
            />
          ))
        )}
      </Fields>
      {hint !== undefined && <Note>{hint}</Note>}
    </Stack>
  );
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.ownerField}), 1fr));
  gap: ${space.sm} ${space.md};
  align-items: start;
`;

const Toggle = styled.button`
  ${type.small};
  text-align: end;
  color: ${colour('accentText')};
  text-decoration: underline;
  text-underline-offset: ${space.hair};
`;
