import { useTranslation } from 'react-i18next';
import { filterActivityOfLine } from '#projections/feed/activity.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { Text } from '#ui/primitives.tsx';
import { ActivityList } from './ActivityList.tsx';
import { useActivity } from './use-activity.ts';

/** The history of a line: who added it, who changed it, and when. */
export function LineStory({ line, open }: { readonly line: TableLine; readonly open: boolean }) {
  const { t } = useTranslation('together');
  const activity = useActivity(open);
  const { userId, item, lineId, aliases } = line;
  const story = activity && filterActivityOfLine(activity, { userId, item, ids: [lineId, ...aliases] });
  return story?.length === 0 ? (
    <Text $colour="textMuted">{t('story.nothing')}</Text>
  ) : (
    <ActivityList activity={story ?? []} />
  );
}
