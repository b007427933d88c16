import { memo } from 'react';
import { styled } from 'styled-components';
import { Utensils } from 'lucide-react';
import type { Product } from '#contract/calls/merchant.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Picture } from '#ui/Picture.tsx';

interface Props {
  readonly picture: Product['picture'];
  /** A signature dish has a larger plate. */
  readonly signature?: boolean | undefined;
  readonly dim?: boolean | undefined;
  /** The dish is in the diner's cart. The plate gets a ring. */
  readonly chosen?: boolean | undefined;
}

/** A dish's picture as a round plate. It has no text alternative, because the name is next to it. */
export const Plate = memo(function Plate({ picture, signature, dim, chosen }: Props) {
  return (
    <Rim $signature={signature} $dim={dim} $chosen={chosen}>
      {picture ? (
        <Picture
          src={picture.x1}
          srcSet={`${picture.x1} 1x, ${picture.x2} 2x`}
          alt=""
          width={160}
          height={160}
          loading="lazy"
          decoding="async"
          fallback={<Utensils aria-hidden />}
        />
      ) : (
        <Utensils aria-hidden />
      )}
    </Rim>
  );
});

interface Looks {
  readonly $signature?: boolean | undefined;
  readonly $dim?: boolean | undefined;
  readonly $chosen?: boolean | undefined;
}

const Rim = styled.span<Looks>`
  display: grid;
  place-items: center;
  flex: none;
  width: ${({ $signature }) => ($signature ? size.plateSignature : size.plateInRow)};
  ${({ $signature }) => $signature && `margin-inline-start: calc(-1 * ${size.plateBleed});`}
  aspect-ratio: 1;
  padding: ${space.xs};
  ${type.title};
  color: ${colour('textMuted')};
  background: ${colour('surface')};
  border: ${border.thick} solid ${({ $chosen }) => colour($chosen ? 'text' : 'line')};
  border-radius: ${radius.round};

  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    border-radius: ${radius.round};
    background: ${colour('plate')};
    filter: ${({ $dim }) => ($dim ? 'grayscale(0.9) opacity(0.55)' : 'none')};
  }
`;
