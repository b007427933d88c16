import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuDraft } from '#contract/calls/menu-draft.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { useMenuHistory } from '../calls.ts';
import { listChanges } from '../draft/changes.ts';
import { useCountWords } from '../publish/change-words.ts';
import { useDayAndTime } from '../../../use-clock.ts';

/** A draft is old after this time, ms. */
const oldAfterMs = 7 * 24 * 60 * 60 * 1_000;

/** Warns about an old draft: since when it exists, and what was published meanwhile. */
export function OldDraft({ edits }: Pick<MenuDraft, 'edits'>) {
  const [openedAt] = useState(getCorrectedTime);
  const [oldest] = edits.toSorted((a, b) => a.at - b.at);
  return oldest && oldest.at < openedAt - oldAfterMs ? <Since {...oldest} /> : null;
}

function Since({ at, by }: Pick<MenuDraft['edits'][number], 'at' | 'by'>) {
  const { t } = useTranslation('ownerMenu');
  const timeText = useDayAndTime();
  const countWords = useCountWords();
  const { data } = useMenuHistory();
  const since = data?.pages.flatMap(({ changes }) => changes).filter((change) => change.at > at) ?? [];
  const changes = since.flatMap(({ edits, names }) =>
    listChanges(edits, (list, id) => names[`${list}/${id}`]),
  );
  return (
    <Banner tone="info">
      <p>{t('old.since', { time: timeText(at), who: by || t('conflict.somebody') })}</p>
      <p>{since.length > 0 ? t('old.meanwhile', { changes: countWords(changes) }) : t('old.nothing')}</p>
    </Banner>
  );
}
