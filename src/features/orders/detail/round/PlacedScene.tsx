import { Check, ChefHat, Utensils } from 'lucide-react';
import { keyframes, styled } from 'styled-components';
import type { PlacedItem } from '#contract/order-fields.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { Picture } from '#ui/Picture.tsx';
import { border, colour, motion, radius, size, space } from '#ui/theme/tokens.ts';

/** More plates would take too long to leave. */
const mostPlates = 5;

/** The plates of a round leave the turntable for the kitchen, and the chef's hat becomes a tick. Without motion: a tick. */
export function PlacedScene({ lines }: { lines: readonly PlacedItem[] }) {
  const { index } = useOrderPlace();
  const plates = lines.filter(({ quantity }) => quantity > 0).slice(0, mostPlates);
  return (
    <Scene aria-hidden>
      <Disc>
        {plates.map(({ id, productId }, place) => {
          const picture = index.get(productId)?.picture;
          return (
            <Plate key={id} style={{ animationDelay: `${300 + place * 130}ms` }}>
              {picture ? <Picture src={picture.x1} alt="" width={50} height={50} /> : <Utensils />}
            </Plate>
          );
        })}
      </Disc>
      <Way />
      <Kitchen>
        <ChefHat />
        <Done style={{ animationDelay: `${700 + plates.length * 130}ms` }}>
          <Check />
        </Done>
      </Kitchen>
    </Scene>
  );
}

const still = '@media (prefers-reduced-motion: reduce)';

const Scene = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  padding-top: ${space.lg};
  container-type: inline-size;

  ${still} {
    justify-content: flex-start;
    padding-top: ${space.none};
  }
`;

const Disc = styled.span`
  position: relative;
  flex: none;
  width: ${size.avatarLg};
  height: ${size.avatarLg};
  background: ${colour('accentSoft')};
  border: ${border.thick} dashed ${colour('line')};
  border-radius: ${radius.round};

  ${still} {
    display: none;
  }
`;

/** Between the turntable and the kitchen. */
const Way = styled.span`
  flex: 0 1 40cqi;

  ${still} {
    display: none;
  }
`;

const leave = keyframes`
  30% { transform: translate(8cqi, -45%) scale(1.1); }
  85% { opacity: 1; }
  to { opacity: 0; transform: translateX(calc(40cqi + ${size.avatarLg})) scale(0.5); }
`;

const Plate = styled.span`
  position: absolute;
  inset: ${border.thick};
  display: grid;
  place-items: center;
  color: ${colour('textMuted')};
  background: ${colour('surface')};
  border-radius: ${radius.round};
  animation: ${leave} 620ms ${motion.in} both;

  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    border-radius: ${radius.round};
  }
`;

const Kitchen = styled.span`
  position: relative;
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.avatarLg};
  height: ${size.avatarLg};
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
  border-radius: ${radius.round};
`;

const arrive = keyframes`
  from { opacity: 0; transform: scale(0.3); }
  60% { transform: scale(1.15); }
`;

const Done = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  /* Quieter than the page's main button, which is the next step. */
  color: ${colour('success')};
  background: ${colour('successSoft')};
  border-radius: ${radius.round};
  animation: ${arrive} ${motion.turn} ${motion.out} both;

  ${still} {
    animation: none;
  }
`;
