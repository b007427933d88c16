import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Activity } from '#projections/feed/activity.ts';
import { groupFeedRows, dropOpening } from '#projections/feed/feed.ts';
import { useDiner } from '#src/diner/diner.ts';
import { colour, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Text } from '#ui/primitives.tsx';
import { ActivityList } from './ActivityList.tsx';
import { useActivity } from './use-activity.ts';

/** How many changes are shown at first, and how many each tap on the button adds. */
const page = 30;

interface Props {
  readonly open: boolean;
  /** Changes from this time on are new to the diner, ms since 1970; undefined if nothing is new. */
  readonly freshSince: number | undefined;
}

/** The list of what happened at the table, the newest first. */
export function Feed({ open, freshSince }: Props) {
  const { t } = useTranslation('together');
  const { member } = useDiner();
  const all = useActivity(open);
  const activity = all && dropOpening(all);
  const [shown, setShown] = useState(page);
  const newest = activity?.slice(-shown) ?? [];
  // The diner's own changes are no news.
  const isFresh = ({ at, userId, unsigned }: Activity) =>
    freshSince !== undefined && at >= freshSince && (unsigned === true || userId !== member?.id);
  const fresh = groupFeedRows(newest.filter(isFresh)).toReversed();
  const known = groupFeedRows(newest.filter((each) => !isFresh(each))).toReversed();

  return (
    <section aria-labelledby="feed">
      <Text as="h3" $type="heading" $below="sm" id="feed">
        {t('feed.title')}
      </Text>
      {activity?.length === 0 && <Text $colour="textMuted">{t('feed.empty')}</Text>}
      {!activity && (
        <Text $colour="textMuted" as="output">
          {t('feed.loading')}
        </Text>
      )}
      {fresh.length > 0 && (
        <Fresh>
          <Text $type="label" $colour="accentText" $below="xs">
            {t('feed.fresh')}
          </Text>
          <ActivityList activity={fresh} />
        </Fresh>
      )}
      <ActivityList activity={known} />
      {activity && activity.length > shown && (
        <Button variant="quiet" onClick={() => setShown(shown + page)}>
          {t('feed.earlier')}
        </Button>
      )}
    </section>
  );
}

const Fresh = styled.div`
  margin-bottom: ${space.sm};
  padding-bottom: ${space.xs};
  border-bottom: thin solid ${colour('line')};
`;
