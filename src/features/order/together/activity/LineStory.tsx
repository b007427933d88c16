import { useTranslation } from 'react-i18next';
import { filterActivityOfLine } from '#projections/feed/activity.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Text } from '#ui/primitives.tsx';
import { ActivityList } from './ActivityList.tsx';
import { useActivity } from './use-activity.ts';

interface Props {
  readonly line: TableLine;
  readonly name: string;
  readonly open: boolean;
  onClose(): void;
}

/** The history of a line: who added it, who changed it, and when. */
export default function LineStory({ line, name, open, onClose }: Props) {
  const { t } = useTranslation('together');
  const activity = useActivity(open);
  const { userId, item, lineId, aliases } = line;
  const story = activity && filterActivityOfLine(activity, { userId, item, ids: [lineId, ...aliases] });
  return (
    <Sheet open={open} onClose={onClose} title={t('story.title')} description={name}>
      {story?.length === 0 ? (
        <Text $colour="textMuted">{t('story.nothing')}</Text>
      ) : (
        <ActivityList activity={story ?? []} />
      )}
    </Sheet>
  );
}
