import { memo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { colour } from '#ui/theme/tokens.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { DishAction } from './DishAction.tsx';
import { DishPicture } from './DishPicture.tsx';

/** How a dish that a search found highlights the match. */
export interface FoundBy {
  /** Highlights the searched words in a text. */
  mark(text: string): ReactNode;
  /** The name in another language, if the search matched that. */
  otherName(product: Product): ReactNode;
}

interface Props {
  readonly product: Product;
  /** Only in search results. */
  readonly found?: FoundBy | undefined;
  onOpen(productId: string): void;
}

/** A dish of the menu. The row is low, so that a phone shows five at once; the description is in the dish's sheet. */
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
