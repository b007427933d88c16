import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportNotice } from '#contract/calls/menu-import.ts';
import { applyEdits, isSame } from '#contract/menu-file/edits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { listChanges } from '../draft/changes.ts';
import { useDraft } from '../draft/draft-context.ts';
import { ChangeList } from '../publish/ChangeList.tsx';
import { useCountWords } from '../publish/change-words.ts';
import type { Preview } from './use-menu-files.ts';

interface Props {
  readonly preview: Preview;
  /** Puts the changes into the draft. */
  onTake(): void;
  onCompareAgain(): void;
}

/** What a file would change in the draft, or what is wrong with it. */
export function ImportPreview({ preview, onTake, onCompareAgain }: Props) {
  const { t } = useTranslation('ownerMenu');
  const { tree } = useDraft();
  const { format, fileName, dishes, mistakes, mistakeCount, warnings, seen } = preview;
  return (
    <Stack $gap="lg" as="section">
      <div>
        <Text $type="strong" $breaks>
          {fileName}
        </Text>
        {format && <Small>{t('files.read', { format: t(`files.format.${format}`), count: dishes })}</Small>}
      </div>
      {mistakes.length > 0 && (
        <Banner tone="danger">
          <p>{t('files.mistakes', { count: mistakeCount })}</p>
          <Notices notices={mistakes} />
          {mistakeCount > mistakes.length && (
            <Small>{t('files.moreMistakes', { count: mistakeCount - mistakes.length })}</Small>
          )}
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning">
          <Notices notices={warnings} />
        </Banner>
      )}
      {mistakes.length === 0 && isSame(tree, seen) && <Changes preview={preview} onTake={onTake} />}
      {mistakes.length === 0 && !isSame(tree, seen) && (
        <Banner tone="info">
          <p>{t('files.newer')}</p>
          <Button variant="quiet" onClick={onCompareAgain}>
            {t('files.compareAgain')}
          </Button>
        </Banner>
      )}
    </Stack>
  );
}

function Notices({ notices }: { readonly notices: readonly ImportNotice[] }) {
  const { t } = useTranslation('ownerMenu');
  return (
    <ul>
      {notices.map(({ place, words }) => (
        <Small as="li" key={`${place} ${words}`} $breaks>
          {place === '' ? words : t('files.notice', { place, words })}
        </Small>
      ))}
    </ul>
  );
}

/** A longer list is read in the editor. */
const mostShown = 40;

function Changes({ preview: { edits, seen }, onTake }: Pick<Props, 'preview' | 'onTake'>) {
  const { t } = useTranslation('ownerMenu');
  const countWords = useCountWords();
  const changes = useMemo(() => {
    const next = applyEdits(seen, edits);
    return listChanges(edits, (list, id) => next[list][id]?.name ?? seen[list][id]?.name);
  }, [seen, edits]);
  const more = changes.length - mostShown;
  if (changes.length === 0) return <Text $colour="textMuted">{t('files.nothing')}</Text>;
  return (
    <>
      <div>
        <Text as="h4" $type="label">
          {t('files.changes')}
        </Text>
        <Text as="output">{countWords(changes)}</Text>
        <ChangeList changes={changes.slice(0, mostShown)} />
        {more > 0 && <Small>{t('publish.more', { count: more })}</Small>}
      </div>
      <Stack $gap="xs">
        <Button wide onClick={onTake}>
          {t('files.take')}
        </Button>
        <Small>{t('files.takeHint')}</Small>
      </Stack>
    </>
  );
}
