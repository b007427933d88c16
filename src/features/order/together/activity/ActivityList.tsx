import { useTranslation } from 'react-i18next';
import type { FeedRow } from '#projections/feed/feed.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { useDinerName } from '#src/kit/diner/diner.ts';
import { Row, Small, Text } from '#src/kit/ui/primitives.tsx';
import { useActivityText } from './activity-text.ts';

/** What happened, one sentence each, with the time. */
export function ActivityList({ activity }: { activity: readonly FeedRow[] }) {
  const { t } = useTranslation('together');
  const language = useLanguage();
  const textOf = useActivityText();
  const nameOf = useDinerName();
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });

  return (
    <ol>
      {activity.map((each) => (
        <Row as="li" $gap="md" $align="flex-start" $minHeight="touch" $padBlock="xs" key={each.id}>
          <Avatar userId={each.userId} name={nameOf({ mine: false, userName: each.userName })} size="sm" />
          <Text as="span" $grow $above="hair">
            {textOf(each)}
            {each.refused !== undefined && (
              <Text as="span" $block $type="small" $colour="danger">
                {t('feed.refused')}
              </Text>
            )}
          </Text>
          <Small as="time" $rigid $above="hair" $figures dateTime={new Date(each.at).toISOString()}>
            {clock.format(each.at)}
          </Small>
        </Row>
      ))}
    </ol>
  );
}
