import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { colour, layer, longWords, radius, roomy, size, space, type } from '#src/kit/theme/tokens.ts';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';
import { DishAction } from './DishAction.tsx';
import { DishPicture } from './DishPicture.tsx';
import { DishTags } from './DishTags.tsx';

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
  const { t } = useTranslation('menu');
  const { currency } = useOrderPlace();
  const open = () => onOpen(product.id);

  return (
    <Row data-dish={product.id}>
      <DishPicture product={product} />
      <Words>
        <Name>
          <Opener type="button" onClick={open}>
            {found?.mark(product.name) ?? product.name}
          </Opener>
        </Name>
        {found?.otherName(product)}
        {found && product.description !== '' && <Description>{found.mark(product.description)}</Description>}
        <DishTags product={product} />
        <Foot>
          <Cost>
            <Price amount={product.price} currency={currency} />
            {product.unitLabel !== '' && <Unit>{t('perUnit', { unit: product.unitLabel })}</Unit>}
          </Cost>
          {product.soldOut ? (
            <SoldOut>{t('soldOut')}</SoldOut>
          ) : (
            <Action>
              <DishAction product={product} onChoose={open} />
            </Action>
          )}
        </Foot>
      </Words>
    </Row>
  );
});

/** Rows of dishes: one on a phone, two or three beside each other where there is room. A list by name too: Safari takes one without marks for none. */
export const Dishes = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${size.dishRow}), 1fr));
  column-gap: ${space.xxl};
  margin-top: ${space.sm};

  ${roomy} {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, ${size.dishRowRoomy}), 1fr));
    column-gap: ${space.lg};
  }
`;

const Row = styled.li`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: ${space.md};
  padding-block: ${space.md};
  border-top: thin solid ${colour('line')};
  /* A tap changes one row, not the layout of all; rows that are skipped out of sight would be mute for a screen reader. */
  contain: layout style paint;
  /* Room for the focus ring. */
  overflow-clip-margin: ${space.xs};
`;

const Words = styled.div`
  flex: 1 1 ${size.readable};
  min-width: 0;
  display: flex;
  flex-direction: column;
  gap: ${space.xs};
`;

const Name = styled.h3`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  ${type.nameplate};
  ${longWords};
`;

/** Stretched over the row: its ground is the whole row, its name the dish's. */
const Opener = styled.button`
  font: inherit;
  text-align: start;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: medium solid ${colour('accentText')};
    border-radius: ${radius.md};
  }
`;

const Description = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  color: ${colour('textMuted')};
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs} ${space.sm};
  min-height: ${size.touch};
  margin-top: auto;
`;

const Cost = styled.p`
  ${type.strong};
`;

const Unit = styled.span`
  margin-inline-start: ${space.xs};
  ${type.small};
  color: ${colour('textMuted')};
`;

const Action = styled.div`
  position: relative;
  z-index: ${layer.raised};
  /* At the end of its own line too, where the price leaves no room. */
  margin-inline-start: auto;
`;

const SoldOut = styled.span`
  padding: ${space.xs} ${space.md};
  ${type.label};
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border-radius: ${radius.round};
`;
