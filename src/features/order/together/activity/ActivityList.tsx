import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { FeedRow } from '#projections/feed/feed.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { colour, figures, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { useDinerName } from '#src/kit/diner/diner-name.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
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
        <Row key={each.id}>
          <Avatar userId={each.userId} name={nameOf({ mine: false, userName: each.userName })} size="sm" />
          <Text as="span" $grow $above="hair">
            {textOf(each)}
            {each.refused !== undefined && <Refused>{t('feed.refused')}</Refused>}
          </Text>
          <Time dateTime={new Date(each.at).toISOString()}>{clock.format(each.at)}</Time>
        </Row>
      ))}
    </ol>
  );
}

const Row = styled.li`
  display: flex;
  align-items: flex-start;
  gap: ${space.md};
  min-height: ${size.touch};
  padding-block: ${space.xs};
`;

const Refused = styled.span`
  display: block;
  ${type.small};
  color: ${colour('danger')};
`;

const Time = styled.time`
  flex: none;
  padding-top: ${space.hair};
  ${type.small};
  ${figures};
  color: ${colour('textMuted')};
`;
