import { styled } from 'styled-components';
import { colour, chooseDinerColour, figures, motion, radius, size, type } from '#ui/theme/tokens.ts';
import { useCartPartWhile } from '#src/cart/hooks.ts';
import type { TableCart } from '#client/cart/table-cart.ts';
import { useDinerHues } from '#ui/diners/diner-colour.ts';
import { useDishCount } from '../together/seats.ts';

/** The gap between the arcs of two diners, in percent of the ring. */
const gap = 4;
/** How far each line of the cart turns the turntable, degrees. */
const turnPerLine = 24;

/** A turntable seen from above, with an arc for each diner's share and the number of dishes in the middle. */
export function TurntableRing({ isCovered }: { readonly isCovered: boolean }) {
  const hueOf = useDinerHues();
  const countDishes = useDishCount();
  const lines = useCartPartWhile(!isCovered, countLines);
  // The text is equal until a diner's share changes, so other changes do not render this again.
  const sharesText = useCartPartWhile(!isCovered, ({ carts }) =>
    JSON.stringify(carts.map(({ userId, lines }): Share => ({ userId, dishes: countDishes(lines) }))),
  );
  const shares = JSON.parse(sharesText) as Share[];
  const arcs = calculateArcs(shares);
  const drawn = arcs.map(({ userId, start, end }) => {
    const filled = chooseDinerColour(hueOf(userId), 'fill');
    return `transparent ${start}%, ${filled} ${start}% ${end}%, transparent ${end}%`;
  });

  return (
    <Disc aria-hidden>
      {/* One gradient is cheaper than an element for each arc, because a tap changes all arcs. */}
      <Ring
        style={{
          backgroundImage: `conic-gradient(${drawn.join(', ')})`,
          transform: `rotate(${lines * turnPerLine}deg)`,
        }}
      />
      <Count>{shares.reduce((sum, { dishes }) => sum + dishes, 0)}</Count>
    </Disc>
  );
}

function countLines({ carts }: TableCart): number {
  return carts.reduce((sum, { lines }) => sum + lines.length, 0);
}

interface Share {
  readonly userId: string;
  readonly dishes: number;
}

interface Arc {
  readonly userId: string;
  readonly start: number;
  readonly end: number;
}

function calculateArcs(shares: readonly Share[]): Arc[] {
  const present = shares.filter(({ dishes }) => dishes > 0);
  const total = present.reduce((sum, { dishes }) => sum + dishes, 0);
  const free = present.length > 1 ? gap : 0;
  let from = 0;
  return present.map(({ userId, dishes }) => {
    const extent = (dishes / total) * 100;
    const start = from + free / 2;
    from += extent;
    return { userId, start, end: start + Math.max(1, extent - free) };
  });
}

const Disc = styled.span`
  position: relative;
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.ring};
  height: ${size.ring};
  color: ${colour('text')};
  background: ${colour('surface')};
  border-radius: ${radius.round};
`;

const Ring = styled.span`
  position: absolute;
  inset: 2.5%;
  border-radius: ${radius.round};
  transition: transform ${motion.calm} ${motion.out};

  /* This covers the middle, so that only the ring remains. */
  &::after {
    content: '';
    position: absolute;
    inset: 10%;
    background: ${colour('surface')};
    border-radius: ${radius.round};
  }
`;

const Count = styled.span`
  position: relative;
  ${type.strong};
  ${figures};
`;
