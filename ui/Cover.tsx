import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { Picture } from './Picture.tsx';
import { colour, cramped, longWords, radius, space, type, up } from './theme/tokens.ts';

interface Props {
  readonly picture: NonNullable<TinyMerchant['cover']>;
  /** On the picture. A veil below it keeps it readable on any picture. */
  readonly children?: ReactNode;
}

/** The restaurant's cover picture, as wide as its parent. */
export function CoverPicture({ picture, children }: Props) {
  return (
    <Frame>
      <Picture src={picture.x1} srcSet={`${picture.x1} 800w, ${picture.x2} 1600w`} alt="" decoding="async" />
      {children !== undefined && <Words aria-hidden>{children}</Words>}
    </Frame>
  );
}

/** Its room does not depend on the picture, so nothing moves when that is loaded. Large text needs the room for the dishes. */
const Frame = styled.div`
  display: grid;
  aspect-ratio: 16 / 7;
  max-height: 24dvh;
  width: 100%;
  overflow: hidden;
  background: ${colour('plate')};

  ${up('lg')} {
    border-radius: 0 0 ${radius.lg} ${radius.lg};
  }
  ${cramped} {
    display: none;
  }
  > * {
    grid-area: 1 / 1;
    min-height: 0;
  }
  > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** The gradient is at its darkest behind the text. */
const Words = styled.p`
  align-self: end;
  padding: ${space.giant} ${space.xl} ${space.lg};
  ${type.display};
  ${longWords};
  color: ${colour('onVeil')};
  background: linear-gradient(transparent, ${colour('veil')} ${space.giant});
`;
