import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HouseChange } from '#contract/calls/house-history.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { describeFailure } from '../people/failure-words.ts';
import { Question } from '../../Question.tsx';
import { readCrossings, useRevert, type Crossing } from './use-history.ts';
import { useEditWords } from './use-edit-words.ts';
import { useClock } from '../../../use-clock.ts';

/** A change in the audit log, with its author and a button that reverts it. */
export function HistoryEntry({ change }: { change: HouseChange }) {
  const { t } = useTranslation('house');
  const { describeEdits, placeOf } = useEditWords();
  const when = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const takeBack = useRevert(() => {
    showToast(t('history.taken'));
    // The button has disappeared, so the heading gets the focus.
    heading.current?.focus({ preventScroll: true });
  });
  const { id, at, by, way, edits, names, count, isTakenBack } = change;
  const lines = describeEdits(edits, names);
  const canTakeBack = edits.some(({ path }) => path[2] !== 'pin');
  const opposite = edits
    .filter(({ path }) => path[2] !== 'pin')
    .map(({ path, from, to }) => ({ path, from: to, to: from }));
  const whose = t(`history.way.${way}`, { who: by || t('history.somebody'), time: when.format(at) });

  const describeCrossing = ({ path, by: who, at: time }: Crossing) =>
    t('history.crossed', {
      place: placeOf(path, names),
      who: who || t('history.somebody'),
      time: when.format(time),
    });
  const handleYes = () => {
    setProblem(undefined);
    takeBack.mutate(id, {
      onError(error) {
        const [first] = readCrossings(error) ?? [];
        setProblem(first ? describeCrossing(first) : describeFailure(error));
      },
    });
  };

  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $lineGap="sm" $align="center" $justify="space-between" $wrap>
        <Stack $grow="readable" $gap="xs">
          <Text ref={heading} as="h3" $type="small" $colour="textMuted" tabIndex={-1}>
            {whose}
          </Text>
          <Lines lines={lines} />
          {count > edits.length && <Small>{t('history.inPart', { count: count - edits.length })}</Small>}
        </Stack>
        {isTakenBack && <Small>{t('history.isTakenBack')}</Small>}
        {!isTakenBack && canTakeBack && (
          <Button
            variant="secondary"
            busy={takeBack.isPending}
            aria-label={t('history.takeBackOf', { lines: lines.join(t('history.and')) })}
            onClick={() => setAsked(true)}
          >
            {t('history.takeBack')}
          </Button>
        )}
      </Row>
      {problem !== undefined && (
        <Text $colour="danger" role="alert">
          {problem}
        </Text>
      )}
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('history.askTitle')}
        text={<Lines lines={describeEdits(opposite, names)} />}
        yes={t('history.takeBack')}
        no={t('history.keep')}
        isHarmless
        onYes={handleYes}
      />
    </Box>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <Text as="li" key={line} $breaks>
          {line}
        </Text>
      ))}
    </ul>
  );
}
