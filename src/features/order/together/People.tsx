import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, size, type, wholeWords } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { DinerName } from '#src/kit/ui/diners/DinerName.tsx';
import { piecesOf, useSeats } from './seats.ts';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

/** Everybody at the table: whose phone is in use, and how much each has in the cart. */
export function People() {
  const { t } = useTranslation('together');
  const seats = useSeats();
  return (
    <section aria-labelledby="people">
      <Text as="h3" $below="sm" $type="heading" id="people">
        {t('people')}
      </Text>
      <ul>
        {seats.map((seat) => {
          const pieces = piecesOf(seat);
          return (
            <Row as="li" $gap="md" $lineGap="xs" $align="center" $wrap $minHeight="control" key={seat.userId}>
              <Avatar userId={seat.userId} name={seat.name} away={!seat.here} />
              <Name>
                <DinerName name={seat.name} mine={seat.mine} />
                {pieces > 0 && <Note>{t('dishes', { count: pieces })}</Note>}
              </Name>
              <Small>{t(seat.here ? 'here' : 'away')}</Small>
            </Row>
          );
        })}
      </ul>
    </section>
  );
}

const Name = styled.span`
  flex: 1 1 ${size.fewWords};
  ${type.strong};
  ${wholeWords};
`;

const Small = styled.span`
  ${type.small};
  color: ${colour('textMuted')};
`;

const Note = styled(Small)`
  display: block;
`;
