import { memo } from 'react';
import { styled } from 'styled-components';
import { colour, dinerColour } from '#src/theme/colour.ts';
import { figures, motion, radius, size, type } from '#src/theme/tokens.ts';
import { useCartPart } from '#src/cart/hooks.ts';
import type { TableCart } from '#src/cart/table-cart.ts';
import { useDinerHue } from '#src/ui/diner-colour.ts';
import { piecesOf } from '../together/seats.ts';

/** The ring's circumference is 100; between two diners this much stays free. */
const gap = 4;
/** Degrees that the turntable moves with each piece. */
const turnPerPiece = 24;

/** The turntable from above: an arc for each diner's share, the pieces in the middle. It turns as dishes come. */
export function TurntableRing() {
  const quantity = useCartPart((cart) => cart.quantity);
  // As text, which is the same while nobody has more or less.
  const arcs = arcsOf(JSON.parse(useCartPart(sharesText)) as Share[]);

  return (
    <Disc aria-hidden>
      <Ring viewBox="0 0 40 40" style={{ transform: `rotate(${quantity * turnPerPiece - 90}deg)` }}>
        {arcs.map(({ userId, start, length }) => (
          <DinerArc key={userId} userId={userId} start={start} length={length} />
        ))}
      </Ring>
      <Pieces>{quantity}</Pieces>
    </Disc>
  );
}

interface ArcProps {
  readonly userId: string;
  readonly start: number;
  readonly length: number;
}

const DinerArc = memo(function DinerArc({ userId, start, length }: ArcProps) {
  const hue = useDinerHue(userId);
  return (
    <Arc
      $hue={hue}
      cx="20"
      cy="20"
      r="17"
      pathLength={100}
      strokeDasharray={`${length} ${100 - length}`}
      strokeDashoffset={-start}
    />
  );
});

interface Share {
  readonly userId: string;
  readonly pieces: number;
}

function sharesText({ carts }: TableCart): string {
  return JSON.stringify(carts.map(({ userId, lines }): Share => ({ userId, pieces: piecesOf({ lines }) })));
}

function arcsOf(shares: readonly Share[]): ArcProps[] {
  const present = shares.filter(({ pieces }) => pieces > 0);
  const total = present.reduce((sum, { pieces }) => sum + pieces, 0);
  const free = present.length > 1 ? gap : 0;
  let start = 0;
  return present.map(({ userId, pieces }) => {
    const extent = (pieces / total) * 100;
    const arc = { userId, start: start + free / 2, length: Math.max(1, extent - free) };
    start += extent;
    return arc;
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

const Ring = styled.svg`
  position: absolute;
  inset: 0;
  transition: transform ${motion.calm} ${motion.out};
`;

const Arc = styled.circle<{ $hue: number }>`
  fill: none;
  stroke: ${({ $hue }) => dinerColour($hue, 'fill')};
  stroke-width: 4;
`;

const Pieces = styled.span`
  ${type.strong};
  ${figures};
`;
