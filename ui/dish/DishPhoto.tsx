import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { Picture } from '#ui/Picture.tsx';
import { colour, size } from '#ui/theme/tokens.ts';

interface Props {
  readonly picture: NonNullable<Product['picture']>;
  readonly dim?: boolean | undefined;
}

/** A dish's picture, as wide as its parent. It has no text alternative, because the name is below it. */
export function DishPhoto({ picture, dim }: Props) {
  return (
    <Frame $dim={dim}>
      <Picture
        src={picture.x2}
        srcSet={picture.x4 && `${picture.x2} 480w, ${picture.x4} 960w`}
        sizes={`min(100vw, ${size.centredPanel})`}
        alt=""
        decoding="async"
        loading="lazy"
      />
    </Frame>
  );
}

/** Low screens, as in landscape, keep room for the words below. */
const Frame = styled.div<{ $dim: boolean | undefined }>`
  aspect-ratio: 16 / 10;
  flex: none;
  width: 100%;
  min-height: 0;
  max-height: 40dvh;
  background: ${colour('plate')};

  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    ${({ $dim }) => $dim && 'filter: grayscale(0.9) opacity(0.55);'}
  }
`;
