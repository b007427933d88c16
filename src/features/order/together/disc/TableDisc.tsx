import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import {
  border,
  colour,
  figures,
  low,
  motion,
  radius,
  size,
  space,
  type,
  veryLow,
} from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Stack, VisuallyHidden } from '#ui/primitives.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useStableCallback } from '#ui/timing/callback-hooks.ts';
import { showLine } from '#src/cart/show-line.ts';
import { formatTurnAngle, useTurning } from './turning.ts';
import { DiscPlate } from './DiscPlate.tsx';
import { layOutPlates, useLeavingPlates, type StandingPlate } from './plates.ts';
import { calculateAngle, useDishCount, useSeats } from '../seats.ts';

/** How far each dish turns the rim, degrees. */
const turnPerDish = 18;

/** The table from above, with the diners around a turntable and each dish in front of its diner. */
export const TableDisc = memo(function TableDisc() {
  const seats = useSeats();
  const { t } = useTranslation(['together', 'common']);
  const language = useLanguage();
  const { index } = useOrderPlace();
  const standing = useMemo(() => layOutPlates(seats), [seats]);
  const { plates, still, isBusy, removePlate } = useLeavingPlates(standing);
  const { handlers, hasMoved } = useTurning();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = standing.find(({ lineId }) => lineId === chosenId);
  // The first tap names the diner, the second one leads to the line.
  const handleChoose = useStableCallback((lineId: string) => {
    if (hasMoved()) return;
    if (lineId === chosenId) showLine(lineId);
    else setChosenId(lineId);
  });
  const describe = ({ lineId, userId, productId, quantity }: StandingPlate) => {
    const line = seats.flatMap((seat) => seat.lines).find((each) => each.lineId === lineId);
    return t('disc.whose', {
      name: seats.find((seat) => seat.userId === userId)?.name ?? '',
      dish: t('common:dish.pieces', {
        quantity,
        name: index.get(productId)?.name ?? line?.item.name ?? '',
      }),
    });
  };
  const lines = seats.reduce((sum, seat) => sum + seat.lines.length, 0);
  const countDishes = useDishCount();
  const dishes = countDishes(seats.flatMap((seat) => seat.lines));
  const listText = new Intl.ListFormat(language).format(
    seats
      .filter(({ lines }) => lines.length > 0)
      .map((seat) => t('disc.dishesOf', { name: seat.name, count: countDishes(seat.lines) })),
  );

  return (
    <Place>
      <VisuallyHidden as="p">
        {dishes === 0 ? t('disc.empty') : t('disc.holds', { list: listText })}
      </VisuallyHidden>
      <Table aria-hidden data-busy={isBusy || undefined} {...handlers}>
        <Disc>
          <Rim style={{ rotate: formatTurnAngle(lines * turnPerDish) }} />
        </Disc>
        {plates.map(({ productId, ...plate }) => (
          <DiscPlate
            key={plate.lineId}
            {...plate}
            picture={index.get(productId)?.picture ?? null}
            extent={standing.length <= 6 ? 'large' : standing.length <= 10 ? 'middle' : 'small'}
            isStill={still.has(plate.lineId)}
            onGone={removePlate}
            isChosen={plate.lineId === chosenId}
            onChoose={handleChoose}
          />
        ))}
        <Hub>{dishes}</Hub>
        {seats.map(({ userId, name, here, mine }, place) => (
          <Chair
            key={userId}
            userId={userId}
            name={name}
            isAway={!here && !mine}
            angle={calculateAngle(place, seats.length)}
          />
        ))}
        {lines > standing.length && <More>{t('disc.more', { count: lines - standing.length })}</More>}
      </Table>
      {dishes > 0 && <Whose aria-hidden>{chosen ? describe(chosen) : t('disc.hint')}</Whose>}
    </Place>
  );
});

interface ChairProps {
  readonly userId: string;
  readonly name: string;
  readonly isAway: boolean;
  /** Degrees. */
  readonly angle: number;
}

/** A diner at the table. It renders again only if the diner changes, not with each dish. */
const Chair = memo(function Chair({ userId, name, isAway, angle }: ChairProps) {
  return (
    <AtAngle style={{ rotate: `${angle}deg` }}>
      <Stack style={{ rotate: `${-angle}deg` }}>
        <Avatar size="sm" userId={userId} name={name} away={isAway} />
      </Stack>
    </AtAngle>
  );
});

const Place = styled.div`
  container-type: inline-size;
  display: grid;
  place-items: center;

  /* There is no room for the table, nor for a gap in its place. */
  ${veryLow} {
    display: contents;
  }
`;

/** A finger turns the table sideways, and still scrolls the cart up and down. */
const Table = styled.div`
  position: relative;
  touch-action: pan-y;
  user-select: none;
  width: ${size.table};
  height: ${size.table};
  contain: layout style;

  &[data-busy] {
    --turning: 0s;
  }
  ${low} {
    width: ${size.tableLow};
    height: ${size.tableLow};
  }
  /* The text for screen readers stays. */
  ${veryLow} {
    display: none;
  }
  @container (max-width: ${size.tableRoom}) {
    display: none;
  }
`;

/** The lines below say the same to screen readers. */
const Whose = styled.p`
  ${type.label};
  color: ${colour('textMuted')};
  text-align: center;

  ${veryLow} {
    display: none;
  }
  @container (max-width: ${size.tableRoom}) {
    display: none;
  }
`;

const Disc = styled.div`
  position: absolute;
  inset: ${size.chairRoom};
  background: radial-gradient(
    circle,
    ${colour('raised')} 0 15%,
    ${colour('accentSoft')} 16% 62%,
    ${colour('raised')} 63%
  );
  border: ${border.thick} solid ${colour('line')};
  border-radius: ${radius.round};
  box-shadow: ${colour('shadow')};
`;

/** Its dashes make the turning visible. */
const Rim = styled.div`
  position: absolute;
  inset: ${space.hair};
  border: ${border.thick} dashed ${colour('line')};
  border-radius: ${radius.round};
  transition: rotate var(--turning, ${motion.turn}) ${motion.out};
`;

const middle = css`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  pointer-events: none;
`;

const Hub = styled.div`
  ${middle};
  ${type.label};
  ${figures};
`;

const AtAngle = styled.div`
  ${middle};
  place-items: end center;
`;

const More = styled.span`
  position: absolute;
  inset: auto 0 0 auto;
  ${type.label};
  ${figures};
  color: ${colour('textMuted')};
`;
