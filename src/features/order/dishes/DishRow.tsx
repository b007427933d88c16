import { memo, type ReactNode } from 'react';
import type { Product } from '#contract/calls/merchant.ts';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { DishAction } from './DishAction.tsx';
import { DishBadges, DishPicture } from './DishPicture.tsx';

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
  readonly position?: number | undefined;
  readonly of?: number | undefined;
  onOpen(productId: string): void;
}

/** A dish of the menu, with the number of pieces that each diner has of it. */
export const DishRow = memo(function DishRow({ product, found, position, of = 0, onOpen }: Props) {
  const { currency } = useOrderPlace();
  const open = () => onOpen(product.id);

  return (
    <DishLine
      product={product}
      place={position === undefined ? undefined : { position, of }}
      currency={currency}
      picture={product.picture && <DishPicture product={product} />}
      name={found?.mark(product.name)}
      more={found?.otherName(product)}
      description={product.description && found?.mark(product.description)}
      action={
        <>
          {!product.picture && <DishBadges product={product} />}
          <DishAction product={product} onChoose={open} />
        </>
      }
      onOpen={open}
    />
  );
});
