import { memo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { colour } from '#ui/theme/tokens.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { DishAction } from './DishAction.tsx';
import { DishPicture } from './DishPicture.tsx';

/** How a dish shows what it was found by. */
export interface FoundBy {
  /** A text in which what was looked for is marked. */
  mark(text: string): ReactNode;
  /** Its name in another language, where that is what it was found by. */
  otherName(product: Product): ReactNode;
}

interface Props {
  readonly product: Product;
  /** What it was found by. */
  readonly found?: FoundBy | undefined;
  onOpen(productId: string): void;
}

/** A dish of the menu, low enough that five are seen at once; what it is described with stands in its sheet. */
export const DishRow = memo(function DishRow({ product, found, onOpen }: Props) {
  const { currency } = useOrderPlace();
  const open = () => onOpen(product.id);

  return (
    <DishLine
      product={product}
      currency={currency}
      picture={<DishPicture product={product} />}
      name={found?.mark(product.name)}
      more={
        found && (
          <>
            {found.otherName(product)}
            {product.description !== '' && <Description>{found.mark(product.description)}</Description>}
          </>
        )
      }
      action={<DishAction product={product} onChoose={open} />}
      onOpen={open}
    />
  );
});

const Description = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  color: ${colour('textMuted')};
`;
