import type { Localized } from '#contract/menu-file/whole-merchant.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { chooseText, listTexts } from '#contract/menu-file/localized.ts';
import { colour, size, space, type } from '#ui/theme/tokens.ts';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { useLanguageName } from './language-name.ts';
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

/** A text field for each language, or one for all. A language without a text shows what its guests read instead. */
export function BothLanguages({ label, texts, onChange, long, maxLength, error, hint }: Props) {
  const { t } = useTranslation('ownerMenu');
  const id = useId();
  const { languages } = useDraft();
  const nameLanguage = useLanguageName();
  const byCode: Readonly<Record<string, string>> = texts;
  const getText = (code: string) => byCode[code] ?? '';
  const spoken = useLanguage();
  const shown = chooseText(texts, spoken);
  const isSame = languages.every((code) => getText(code) === shown);
  const [isOne, setIsOne] = useState(isSame && shown !== '');
  // Shows all fields if the texts differ, for example after a change by another person.
  const showsOne = isOne && isSame;
  const isEmpty = listTexts(texts).length === 0;
  const findError = (code: string) =>
    error !== undefined && (isEmpty || !error.isMissing || getText(code) === '') ? error : undefined;
  const changeAll = (text: string) =>
    onChange({ ...texts, ...Object.fromEntries(languages.map((code) => [code, text])) });

  const handleToggle = () => {
    setIsOne(!showsOne);
    if (!showsOne) changeAll(shown);
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
            value={shown}
            error={error}
            onChange={changeAll}
          />
        ) : (
          languages.map((language) => (
            <TextBox
              key={language}
              label={nameLanguage(language)}
              lang={language}
              long={long}
              maxLength={maxLength}
              value={getText(language)}
              placeholder={shown}
              error={findError(language)}
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
