import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { colour, layer, longWords, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';
import { DishAction } from './DishAction.tsx';
import { DishPicture } from './DishPicture.tsx';
import { DishTags } from './DishTags.tsx';
import { marked } from '#projections/menu/plain-text.ts';

interface Props {
  readonly product: Product;
  /** The words that it was found by, to be marked. */
  readonly found?: readonly string[] | undefined;
  onOpen(productId: string): void;
}

const none: readonly string[] = [];

/** A dish of the menu. The whole row opens it; its button adds. */
export const DishRow = memo(function DishRow({ product, found = none, onOpen }: Props) {
  const { t } = useTranslation('menu');
  const { currency } = useOrderPlace();
  const open = () => onOpen(product.id);

  return (
    <Row data-dish={product.id}>
      <DishPicture product={product} />
      <Words>
        <Name>
          <Opener type="button" onClick={open}>
            <Highlighted text={product.name} words={found} />
          </Opener>
        </Name>
        <OtherName product={product} words={found} />
        {product.description !== '' && (
          <Description>
            <Highlighted text={product.description} words={found} />
          </Description>
        )}
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

const Row = styled.li`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: ${space.lg};
  padding-block: ${space.lg};
  contain-intrinsic-block-size: auto ${size.dish};
  /* Room for the focus ring, where rows are skipped. */
  overflow-clip-margin: ${space.xs};

  & + & {
    border-top: thin solid ${colour('line')};
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
  ${type.heading};
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
`;

const SoldOut = styled.span`
  padding: ${space.xs} ${space.md};
  ${type.label};
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border-radius: ${radius.round};
`;

/** A dish's name in another language, where that is what it was found by. */
function OtherName({ product, words }: { product: Product; words: readonly string[] }) {
  const isIn = (text: string) => marked(text, words).some(({ hit }) => hit);
  const name = isIn(product.name) ? undefined : product.otherNames?.find(isIn);
  return (
    name !== undefined && (
      <OtherNameName>
        <Highlighted text={name} words={words} />
      </OtherNameName>
    )
  );
}

const OtherNameName = styled.p`
  ${type.small};
  color: ${colour('textMuted')};
`;

interface HighlightedProps {
  readonly text: string;
  /** What was looked for, as of `wordsOf`. */
  readonly words: readonly string[];
}

/** A text in which what was looked for is marked. */
function Highlighted({ text, words }: HighlightedProps) {
  let at = 0;
  return marked(text, words).map((part) => {
    const key = at;
    at += part.text.length;
    return part.hit ? <Mark key={key}>{part.text}</Mark> : part.text;
  });
}

const Mark = styled.mark`
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
  border-radius: ${radius.mark};
`;
