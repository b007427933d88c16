import { useTranslation } from 'react-i18next';
import type { MenuDraft } from '#contract/calls/menu-draft.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { sayFailure } from '../../../calls/say-failure.ts';
import { useMenuAct } from '../calls.ts';
import { useDayAndTime } from '../../../use-clock.ts';

/** The scheduled publications, with a button that cancels each. */
export function Scheduled({ scheduled }: Pick<MenuDraft, 'scheduled'>) {
  const { t } = useTranslation('ownerMenu');
  const timeText = useDayAndTime();
  const { unschedule } = useMenuAct(() => showToast(t('scheduled.calledOff')));
  if (!scheduled) return null;
  const { by, due, edits, failed } = scheduled;
  const values = { who: by || t('conflict.somebody'), time: timeText(due), count: edits };
  return (
    <Banner tone={failed ? 'warning' : 'info'}>
      <p>{t(failed ? 'scheduled.failed' : 'scheduled.due', values)}</p>
      <Button
        variant="quiet"
        busy={unschedule.isPending}
        onClick={() => unschedule.mutate(undefined, { onError: sayFailure })}
      >
        {t('scheduled.callOff')}
      </Button>
    </Banner>
  );
}
