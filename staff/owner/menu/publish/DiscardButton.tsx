import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { sayFailure } from '../../../calls/say-failure.ts';
import { Question } from '../../Question.tsx';
import { useMenuAct } from '../calls.ts';
import { useDraft } from '../draft/draft-context.ts';

/** Discards all changes that are not published, after a question. */
export function DiscardButton({ onDone }: { onDone?(): void }) {
  const { t } = useTranslation('ownerMenu');
  const { findVersion } = useDraft();
  const [asks, setAsks] = useState(false);
  const { discard } = useMenuAct(() => {
    showToast(t('discard.done'));
    onDone?.();
  });
  const handleDiscard = async () => {
    const version = await findVersion();
    if (version.kind === 'seen') return discard.mutate(version.draftVersion, { onError: sayFailure });
    showToast(t(version.kind === 'newer' ? 'publish.newer' : 'publish.notSaved'));
  };
  return (
    <div>
      <Button variant="quiet" busy={discard.isPending} onClick={() => setAsks(true)}>
        {t('discard.button')}
      </Button>
      <Question
        open={asks}
        onClose={() => setAsks(false)}
        title={t('discard.title')}
        text={t('discard.text')}
        yes={t('discard.button')}
        no={t('keep')}
        onYes={() => void handleDiscard()}
      />
    </div>
  );
}
