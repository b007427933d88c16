import { PencilLine, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { FeedRow } from '#projections/feed/feed.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { border, colour, radius, size } from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';
import { useActivityText } from './activity-text.ts';

/** The activities at the table, one sentence each, with the time. */
export function ActivityList({ activity }: { activity: readonly FeedRow[] }) {
  const { t } = useTranslation('together');
  const language = useLanguage();
  const textOf = useActivityText();
  const nameOf = useDinerName();
  const { member, isMember } = useDiner();
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });

  return (
    <ol>
      {activity.map((each) => (
        <Row
          as="li"
          $gap="md"
          $lineGap="none"
          $align="flex-start"
          $wrap
          $minHeight="touch"
          $padBlock="xs"
          key={each.id}
        >
          {'unsigned' in each && each.unsigned && each.userId === member?.id ? (
            <House aria-hidden>{isMember ? <PencilLine /> : <Store />}</House>
          ) : (
            <Avatar userId={each.userId} name={nameOf({ mine: false, userName: each.userName })} size="sm" />
          )}
          <Text as="span" $grow="fewWords" $above="hair">
            {textOf(each)}
            {each.refused !== undefined && (
              <Text as="span" $block $type="small" $colour="danger">
                {t('feed.refused')}
              </Text>
            )}
          </Text>
          <Small as="time" $rigid $end $above="hair" $figures dateTime={new Date(each.at).toISOString()}>
            {clock.format(each.at)}
          </Small>
        </Row>
      ))}
    </ol>
  );
}

/** It replaces the avatar if the restaurant or an unknown diner made the change. */
const House = styled.span`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${size.avatarSm};
  height: ${size.avatarSm};
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.round};

  > svg {
    width: 60%;
    height: 60%;
  }
`;
