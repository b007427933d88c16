import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { colour, chooseDinerColour, size } from '#ui/theme/tokens.ts';
import { roundStyle } from '#ui/controls/IconButton.tsx';
import { useDinerHue } from '#ui/diners/diner-colour.ts';
import { calculateAngle, useIsAlone, useSeated } from './seats.ts';

/** The button that opens the table's sheet. Its icon shows a dot for each diner. */
export function TableButton({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('together');
  const language = useLanguage();
  const seats = useSeated();
  const isAlone = useIsAlone();
  if (isAlone || seats.length === 0) return null;
  const names = new Intl.ListFormat(language).format(seats.map(({ name }) => name));

  return (
    <Round type="button" onClick={onOpen} aria-label={t('open', { names })} aria-haspopup="dialog">
      <Picture viewBox="0 0 44 44" aria-hidden>
        <Disc cx="22" cy="22" r="13" />
        {seats.map(({ userId, here }, place) => (
          <Dot key={userId} userId={userId} here={here} angle={calculateAngle(place, seats.length)} />
        ))}
      </Picture>
      <UsersRound aria-hidden />
    </Round>
  );
}

function Dot({ userId, here, angle }: { userId: string; here: boolean; angle: number }) {
  const hue = useDinerHue(userId);
  return (
    <Seat $hue={hue} $here={here} cx="22" cy="39" r={here ? 3.5 : 3} transform={`rotate(${angle} 22 22)`} />
  );
}

const Round = styled.button`
  ${roundStyle};
  position: relative;

  /* There is no number in it, because the cart already shows one. */
  > :last-child {
    position: relative;
    width: ${size.mark};
    height: ${size.mark};
  }
`;

const Picture = styled.svg`
  position: absolute;
  inset: 0;
`;

const Disc = styled.circle`
  fill: ${colour('accentSoft')};
  stroke: ${colour('line')};
`;

const Seat = styled.circle<{ $hue: number; $here: boolean }>`
  fill: ${({ $hue, $here }) => ($here ? chooseDinerColour($hue, 'fill') : colour('page'))};
  stroke: ${({ $hue }) => chooseDinerColour($hue, 'fill')};
  stroke-width: 1.5;
`;
