import { useTranslation } from 'react-i18next';
import { ViewHead } from '../ViewHead.tsx';
import { styled } from 'styled-components';
import { chooseText } from '#contract/menu-file/localized.ts';
import { Button } from '#ui/controls/Button.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { size } from '#ui/theme/tokens.ts';
import { useDraft } from '../draft/draft-context.ts';
import { listMissingTexts, type LackingEntry } from '../draft/missing-texts.ts';
import { useLanguageName } from '../fields/language-name.ts';
import { FormPart } from '../form/FormPart.tsx';
import type { Place } from '../list/use-place.ts';

interface Props {
  onBack(): void;
  onGo(place: Place): void;
}

/** The texts that are missing, by language. Each entry leads to the first of its empty fields. */
export function MissingTextsView({ onBack, onGo }: Props) {
  const { t } = useTranslation('ownerMenu');
  const nameLanguage = useLanguageName();
  const { tree } = useDraft();
  const missing = listMissingTexts(tree);
  return (
    <Readable $gap="md">
      <ViewHead title={t('texts.title')} onBack={onBack} />
      <Text $colour="textMuted">{t(missing.length > 0 ? 'texts.hint' : 'texts.none')}</Text>
      {missing.map(({ language, entries }) => (
        <FormPart
          key={language}
          title={t('texts.of', { language: nameLanguage(language), count: entries.length })}
        >
          <ul>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onOpen={() => onGo({ [entry.of]: entry.id, language })} />
            ))}
          </ul>
        </FormPart>
      ))}
    </Readable>
  );
}

/** Limits the line length. */
const Readable = styled(Stack)`
  max-width: ${size.content};
`;

function Entry({ entry: { name, fields }, onOpen }: { readonly entry: LackingEntry; onOpen(): void }) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  return (
    <Box as="li" $ruled $padBlock="xs">
      <Row $gap="sm" $justify="space-between" $align="center">
        <div>
          <Text $type="strong" $breaks>
            {chooseText(name, language)}
          </Text>
          <Small>{fields.map((field) => t(`texts.field.${field}`)).join(t('change.and'))}</Small>
        </div>
        <Button variant="quiet" onClick={onOpen}>
          {t('texts.write')}
        </Button>
      </Row>
    </Box>
  );
}
