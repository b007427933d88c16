import { styled } from 'styled-components';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { Picture } from './Picture.tsx';
import { colour, cramped, radius, up, veryLow } from './theme/tokens.ts';

/** The restaurant's cover picture, as wide as its parent. */
export function CoverPicture({ picture }: { readonly picture: NonNullable<TinyMerchant['cover']> }) {
  return (
    <Frame>
      <Picture src={picture.x1} srcSet={`${picture.x1} 800w, ${picture.x2} 1600w`} alt="" decoding="async" />
    </Frame>
  );
}

/**
 * Its room does not depend on the picture, so nothing moves when that is loaded. It is low enough that the first dish
 * is in sight below it. Large text and landscape need the room for the dishes.
 */
const Frame = styled.div`
  display: grid;
  aspect-ratio: 16 / 5;
  max-height: 15dvh;
  width: 100%;
  overflow: hidden;
  background: ${colour('plate')};

  ${up('md')} {
    max-height: 22dvh;
  }
  ${up('lg')} {
    border-radius: 0 0 ${radius.lg} ${radius.lg};
  }
  ${cramped} {
    display: none;
  }
  ${veryLow} {
    display: none;
  }
  > img {
    width: 100%;
    height: 100%;
    min-height: 0;
    object-fit: cover;
  }
`;
