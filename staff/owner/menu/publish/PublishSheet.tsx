import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuCrossed, menuMistaken } from '#contract/calls/menu-draft.ts';
import { toUtc } from '#contract/menu-file/time-zone.ts';
import { isSame } from '#contract/menu-file/edits.ts';
import { ApiError } from '#client/api/api-error.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Note } from '../fields/TextBox.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useNow } from '../../../use-now.ts';
import { useMenuAct } from '../calls.ts';
import { useDraft } from '../draft/draft-context.ts';
import { useDayAndTime, useTimeZone } from '../../../use-clock.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { Change } from '../draft/changes.ts';
import { ChangeList } from './ChangeList.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { useCountWords } from './change-words.ts';

interface Props {
  readonly store: DraftStore;
  readonly changes: readonly Change[];
  onClose(): void;
}

/** Publishes the draft: lists the changes, and asks when they should go live. */
export function PublishSheet({ store, changes, onClose }: Props) {
  const { t } = useTranslation('ownerMenu');
  const timeText = useDayAndTime();
  const time = usePublishTime();
  const countWords = useCountWords();
  const { tree } = useDraft();
  const [seen, setSeen] = useState(tree);
  const isNewer = !isSame(seen, tree);
  const [problem, setProblem] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const { publish } = useMenuAct(() => {
    showToast(t(time.when === 'now' ? 'publish.done' : 'publish.planned'));
    onClose();
  });
  const words =
    time.when === 'later' && time.at !== undefined && !time.isIncomplete
      ? t('publish.atTime', { time: timeText(time.at) })
      : t('publish.now');

  const handlePublish = async () => {
    setIsAsked(true);
    const version = await store.versionOf(seen).finally(() => setIsAsked(false));
    if (version.kind !== 'seen')
      return setProblem(version.kind === 'unsaved' ? t('publish.notSaved') : undefined);
    publish.mutate(
      { draftVersion: version.draftVersion, due: time.at },
      {
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : undefined;
          const why = code === menuCrossed ? 'crossed' : code === menuMistaken ? 'mistaken' : 'failed';
          setProblem(t(`publish.${why}`));
        },
      },
    );
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('publish.title')}
      description={countWords(changes)}
      footer={
        <Stack $gap="sm">
          {(isNewer || problem !== undefined) && (
            <Note $wrong role="alert">
              {isNewer ? t('publish.newer') : problem}
            </Note>
          )}
          {isNewer ? (
            <Button wide variant="secondary" onClick={() => setSeen(tree)}>
              {t('publish.seen')}
            </Button>
          ) : (
            <Button
              wide
              busy={isAsked || publish.isPending}
              disabled={time.isIncomplete}
              onClick={() => void handlePublish()}
            >
              {words}
            </Button>
          )}
        </Stack>
      }
    >
      <Stack $gap="lg">
        <TimeChoice time={time} />
        <section aria-labelledby="publish-changes">
          <Text as="h3" id="publish-changes" $type="label" $below="xs">
            {t('publish.changes')}
          </Text>
          <ChangeList changes={changes} />
        </section>
        <Text $colour="textMuted">{t('publish.orders')}</Text>
        <DiscardButton onDone={onClose} />
      </Stack>
    </Sheet>
  );
}

/** When to publish: at once, or at a typed time in the restaurant's time zone. */
function usePublishTime() {
  const timeZone = useTimeZone();
  const now = useNow(1_000);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [typed, setTyped] = useState('');
  const at = when === 'now' || typed === '' ? undefined : toUtc(typed, timeZone);
  const isPast = at !== undefined && at <= now;
  const isIncomplete = when === 'later' && (at === undefined || Number.isNaN(at) || isPast);
  return { when, setWhen, typed, setTyped, at, isPast, isIncomplete };
}

function TimeChoice({ time }: { time: ReturnType<typeof usePublishTime> }) {
  const { t } = useTranslation('ownerMenu');
  return (
    <>
      <Choices
        legend={t('publish.when')}
        value={time.when}
        options={[
          { value: 'now', label: t('publish.nowChoice') },
          { value: 'later', label: t('publish.laterChoice') },
        ]}
        onChange={time.setWhen}
      />
      {time.when === 'later' && (
        <TextField
          type="datetime-local"
          label={t('publish.time')}
          value={time.typed}
          error={time.isPast ? t('publish.past') : undefined}
          onChange={({ target }) => time.setTyped(target.value)}
        />
      )}
    </>
  );
}
