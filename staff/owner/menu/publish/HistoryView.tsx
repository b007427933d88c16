import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ViewHead } from '../ViewHead.tsx';
import { styled } from 'styled-components';
import type { MenuChange } from '#contract/calls/menu-draft.ts';
import { size } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { Loaded, MoreButton } from '../../Loaded.tsx';
import { isCrossed, useMenuAct, useMenuHistory } from '../calls.ts';
import { listChanges } from '../draft/changes.ts';
import { useDayAndTime } from '../../../use-clock.ts';
import { useCountWords } from './change-words.ts';
import { ChangeList } from './ChangeList.tsx';

/** The history of publications. Each can be reverted. */
export function HistoryView({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('ownerMenu');
  const history = useMenuHistory();
  return (
    <Readable $gap="md">
      <ViewHead title={t('history.title')} onBack={onBack} />
      <Loaded query={history}>
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          return (
            <>
              {changes.length === 0 && <Text $colour="textMuted">{t('history.none')}</Text>}
              <Stack as="ul" $gap="md">
                {changes.map((change) => (
                  <Entry key={change.id} change={change} />
                ))}
              </Stack>
              <MoreButton query={history}>{t('history.more')}</MoreButton>
            </>
          );
        }}
      </Loaded>
    </Readable>
  );
}

/** Limits the line length. */
const Readable = styled(Stack)`
  max-width: ${size.content};
`;

/** This many changes are shown without a tap. */
const fewChanges = 3;

function Entry({ change }: { change: MenuChange }) {
  const { t } = useTranslation('ownerMenu');
  const timeText = useDayAndTime();
  const countWords = useCountWords();
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { takeBack } = useMenuAct(() => {
    showToast(t('history.taken'));
    // The button has disappeared, so the heading gets the focus.
    heading.current?.focus({ preventScroll: true });
  });
  const { id, at, by, way, edits, names, count, isTakenBack } = change;
  // An import by the admin's command has no name. One with a POS token has.
  const isImport = way === 'file' && by === '';
  const changes = listChanges(edits, (list, each) => names[`${list}/${each}`]);
  const handleTakeBack = () =>
    takeBack.mutate(id, {
      onError: (error) => setProblem(t(isCrossed(error) ? 'history.crossed' : 'publish.failed')),
    });
  return (
    <Stack as="li" $card $pad="lg" $gap="sm">
      <Row $gap="sm" $wrap $justify="space-between" $align="center">
        <div>
          <Text ref={heading} as="h3" $type="strong" tabIndex={-1}>
            {countWords(changes) || t('history.other')}
          </Text>
          <Small>
            {t(`history.way.${isImport ? 'import' : way}`, {
              who: by || t('history.system'),
              time: timeText(at),
            })}
          </Small>
        </div>
        {isTakenBack ? (
          <Small>{t('history.isTakenBack')}</Small>
        ) : (
          <Button variant="secondary" busy={takeBack.isPending} onClick={handleTakeBack}>
            {t('history.takeBack')}
          </Button>
        )}
      </Row>
      {problem !== undefined && (
        <Text $colour="danger" role="alert">
          {problem}
        </Text>
      )}
      <details open={changes.length <= fewChanges}>
        <Small as="summary">{t('history.details', { count: changes.length })}</Small>
        <ChangeList changes={changes} />
        {count > edits.length && <Small>{t('history.inPart')}</Small>}
      </details>
    </Stack>
  );
}
