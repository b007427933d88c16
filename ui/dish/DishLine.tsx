import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { border, colour, longWords, radius, roomy, size, space, type } from '#ui/theme/tokens.ts';
import { Price } from '#ui/text/Price.tsx';
import { DishTags } from './DishTags.tsx';
import { UnavailableReason } from './UnavailableReason.tsx';

/** The place of a row in its list, if not all rows of the list are rendered. Positions begin at 1. */
export interface ListPlace {
  readonly position: number;
  readonly of: number;
}

interface Props {
  readonly product: Product;
  readonly place?: ListPlace | undefined;
  /** ISO 4217 */
  readonly currency: string;
  readonly picture: ReactNode;
  /** The name with markup. Default: the plain name. */
  readonly name?: ReactNode;
  /** Shown below the name. */
  readonly more?: ReactNode;
  /** The description with markup. Default: the plain description. */
  readonly description?: ReactNode;
  /** The control that adds the dish. Not shown for a dish that is sold out. */
  readonly action: ReactNode;
  /** Called for a tap anywhere in the row, except on other controls. */
  onOpen?(): void;
}

/** A dish of the menu. Two lines of the description fit in the row; the dish's sheet has all of it. */
export function DishLine(props: Props) {
  const { product, currency, picture, name = product.name, more, action, onOpen } = props;
  const { description = product.description, place } = props;
  const { t } = useTranslation('menu');
  return (
    <Row
      data-dish={product.id}
      aria-posinset={place?.position}
      aria-setsize={place?.of}
      $opens={onOpen !== undefined}
      onClick={handleClick}
    >
      {picture}
      <Words>
        <Name>
          {onOpen ? (
            <Opener type="button" onClick={onOpen}>
              {name}
            </Opener>
          ) : (
            name
          )}
        </Name>
        {more}
        {description !== '' && <Description>{description}</Description>}
        <DishTags product={product} />
        <Foot>
          <p>
            <Price amount={product.price} currency={currency} />
            {product.unitLabel !== '' && <Unit> {t('perUnit', { unit: product.unitLabel })}</Unit>}
          </p>
          {product.soldOut ? (
            <SoldOut>
              <UnavailableReason {...product} />
            </SoldOut>
          ) : (
            <Action>{action}</Action>
          )}
        </Foot>
      </Words>
    </Row>
  );
}

/** Makes the whole row open the dish, except for other controls in it. */
function handleClick({ target, currentTarget: row }: MouseEvent<HTMLElement>): void {
  const isElsewhere = !row.contains(target as Node) || (target as Element).closest('button, a, fieldset');
  if (isElsewhere) return;
  const opener = row.querySelector<HTMLElement>('h3 button');
  // The sheet returns the focus to the element that had it before.
  opener?.focus({ preventScroll: true });
  opener?.click();
}

/** A list of dishes in one to three columns. Safari ignores lists without markers, so the role is set explicitly. */
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

/** It must not create a compositing layer: at each tap the browser handles the layers of the whole menu. */
const Row = styled.li<{ $opens: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.md};
  margin-inline-start: calc(-1 * ${size.plateBleed});
  padding: ${space.md} ${space.none} ${space.md} ${size.plateBleed};
  /* The line starts at the usual plates. Larger plates extend to its left. */
  background: linear-gradient(${colour('line')} 0 0) ${size.plateBleed} 0 / 100% ${border.thin} no-repeat;
  ${({ $opens }) => $opens && 'cursor: pointer;'}

  &:has(h3 button:focus-visible) {
    outline: medium solid ${colour('accentText')};
    border-radius: ${radius.md};
  }
`;

const Words = styled.div`
  flex: 1 1 ${size.readable};
  min-width: 0;
  display: flex;
  flex-direction: column;
  gap: ${space.xs};
`;

const Name = styled.h3`
  ${type.strong};
  ${longWords};
`;

const Description = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  ${type.small};
  ${longWords};
  color: ${colour('textMuted')};
`;

/** The row shows the focus ring instead. */
const Opener = styled.button`
  font: inherit;
  text-align: start;

  &:focus-visible {
    outline: none;
  }
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

const Unit = styled.span`
  ${type.small};
  color: ${colour('textMuted')};
`;

const Action = styled.div`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  /* Also at the end of its own line, if the price leaves no room. */
  margin-inline-start: auto;
`;

const SoldOut = styled.span`
  padding: ${space.xs} ${space.md};
  ${type.label};
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border-radius: ${radius.round};
`;
