import { useTranslation } from 'react-i18next';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import type { Change } from '../draft/changes.ts';
import { FormPart } from '../form/FormPart.tsx';
import { ChangeList } from './ChangeList.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { useCountWords } from './change-words.ts';

interface Props {
  readonly changes: readonly Change[];
}

/** The publish sheet shows all changes. */
const mostShown = 8;

/** Shown while no dish is chosen: a hint, and the changes that are not published. */
export function Overview({ changes }: Props) {
  const { t } = useTranslation('ownerMenu');
  const countWords = useCountWords();
  const more = changes.length - mostShown;
  return (
    <Stack $gap="lg">
      <Text $colour="textMuted">{t('list.choose')}</Text>
      {changes.length > 0 && (
        <FormPart title={t('publish.waiting')} heading="h2">
          <Text>{countWords(changes)}</Text>
          <ChangeList changes={changes.slice(0, mostShown)} />
          {more > 0 && <Small>{t('publish.more', { count: more })}</Small>}
          <DiscardButton />
        </FormPart>
      )}
    </Stack>
  );
}
