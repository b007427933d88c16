import { Utensils } from 'lucide-react';
import { memo } from 'react';
import { keyframes, styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import {
  border,
  colour,
  chooseDinerColour,
  figures,
  low,
  motion,
  radius,
  size,
  space,
  type,
} from '#ui/theme/tokens.ts';
import { useDinerHue } from '#ui/diners/diner-colour.ts';
import { Picture } from '#ui/Picture.tsx';
import { formatTurnAngle } from './turning.ts';
import type { StandingPlate } from './plates.ts';

interface Props extends Omit<StandingPlate, 'productId'> {
  readonly picture: Product['picture'];
  readonly extent: keyof typeof size.discPlate;
  /** It is there without sliding in. */
  readonly isStill: boolean;
  onGone(lineId: string): void;
  readonly isChosen: boolean;
  /** Called for a tap. */
  onChoose(lineId: string): void;
}

/** A dish on the turntable. It slides in from its diner's side in their colour, and out towards the middle. */
export const DiscPlate = memo(function DiscPlate(props: Props) {
  const { lineId, userId, quantity, angle, leaving, picture, extent, isStill, isChosen, onGone, onChoose } =
    props;
  const hue = useDinerHue(userId);
  return (
    <Arm style={{ rotate: formatTurnAngle(angle) }}>
      <Slide
        data-still={isStill || undefined}
        data-leaving={leaving || undefined}
        $extent={extent}
        onAnimationEnd={() => leaving && onGone(lineId)}
      >
        <Dish
          $hue={hue}
          $chosen={isChosen}
          style={{ rotate: formatTurnAngle(-angle, -1) }}
          onClick={() => onChoose(lineId)}
        >
          {picture ? (
            <Picture
              src={picture.x1}
              alt=""
              width={50}
              height={50}
              decoding="async"
              fallback={<Utensils aria-hidden />}
            />
          ) : (
            <Utensils aria-hidden />
          )}
          {quantity > 1 && extent !== 'small' && <Count>×{quantity}</Count>}
        </Dish>
      </Slide>
    </Arm>
  );
});

/** Reaches from the middle to the edge of the table, turned towards the diner. */
const Arm = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: end center;
  padding-bottom: ${size.plateRoom};
  pointer-events: none;
  transition: rotate var(--turning, ${motion.turn}) ${motion.out};
`;

const arrive = keyframes`
  from { opacity: 0; transform: translateY(150%) scale(0.6); }
`;
const leave = keyframes`
  to { opacity: 0; transform: translateY(-110%) scale(0.4); }
`;

const Slide = styled.div<{ $extent: keyof typeof size.discPlate }>`
  width: ${({ $extent }) => size.discPlate[$extent]};
  animation: ${arrive} ${motion.turn} ${motion.out} both;

  /* Attributes, because adding the style of another animation would restyle the whole page. */
  &[data-still],
  &[data-still] > ::after {
    animation: none;
  }
  &[data-leaving] {
    animation: ${leave} ${motion.turn} ${motion.out} both;
  }
`;

/** The ring in the diner's colour stays for a moment and then fades. */
const landed = keyframes`
  from, 60% { opacity: 1; }
`;

const Dish = styled.div<{ $hue: number; $chosen: boolean }>`
  position: relative;
  display: grid;
  place-items: center;
  width: 100%;
  aspect-ratio: 1;
  color: ${colour('textMuted')};
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('surface')};
  border-radius: ${radius.round};
  cursor: pointer;
  pointer-events: auto;
  transition: rotate var(--turning, ${motion.turn}) ${motion.out};

  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    border-radius: ${radius.round};
  }
  &::after {
    content: '';
    position: absolute;
    inset: -${border.thick};
    border: ${border.thick} solid ${({ $hue }) => chooseDinerColour($hue, 'fill')};
    border-radius: ${radius.round};
    opacity: ${({ $chosen }) => ($chosen ? 1 : 0)};
    pointer-events: none;
    animation: ${landed} ${motion.slow} ${motion.in};
  }
`;

/* A small plate has no room for the number. The lines below show it too. */
const Count = styled.span`
  position: absolute;
  inset: auto -${space.xs} -${space.xs} auto;
  display: grid;
  place-items: center;
  min-width: ${size.dot};
  height: ${size.dot};
  padding-inline: ${space.hair};
  ${type.label};
  ${figures};
  line-height: 1;
  color: ${colour('surface')};
  background: ${colour('text')};
  border-radius: ${radius.round};

  ${low} {
    display: none;
  }
`;
