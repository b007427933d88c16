import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category, Product } from '#contract/calls/merchant.ts';
import { isFirstPageShown } from '#src/navigation/first-page.ts';
import { roomy, space } from '#ui/theme/tokens.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';
import type { ListPlace } from '#ui/dish/DishLine.tsx';
import { DishList, isLongList } from '../dishes/DishList.tsx';
import { getHeadingId, getSectionId } from './show-section.ts';

interface Props {
  readonly categories: readonly Category[];
  renderDish(product: Product, place?: ListPlace): ReactNode;
}

/** Enough dishes to fill the first screen of a phone. On a larger screen the rest follows a moment later. */
const firstDishes = 6;

/**
 * The sections of the menu. If the visit begins on this page, the first render has only the first dishes, so that they
 * appear sooner. The rest follows in a transition. On a later visit to this page all dishes are rendered at once, unless there are
 * hundreds.
 */
export function MenuSections({ categories, renderDish }: Props) {
  const { t } = useTranslation('menu');
  const [isWhole, setWhole] = useState(isFirstPageShown);
  useEffect(() => startTransition(() => setWhole(true)), []);

  const shown = isWhole ? categories : findBeginning(categories);
  const isLong = isLongList(shown.reduce((sum, { products }) => sum + products.length, 0));

  return shown.map(({ id, name, products, servedUntil: time, servedAgain }) => (
    <Section key={id} id={getSectionId(id)} aria-labelledby={getHeadingId(id)}>
      <Row $gap="sm" $align="baseline" $wrap $justify="space-between">
        <Text as="h2" $type="title" id={getHeadingId(id)} tabIndex={-1}>
          {name}
        </Text>
        {servedAgain && <Small>{t('servedFrom', servedAgain)}</Small>}
        {time && <Small>{t('servedUntil', { time })}</Small>}
      </Row>
      <DishList products={products} isLong={isLong} renderDish={renderDish} />
    </Section>
  ));
}

/** Returns the part of the menu that fills the first screen. The server draws the same part into the page. */
export function findBeginning(categories: readonly Category[]): readonly Category[] {
  let left = firstDishes;
  return categories.flatMap((category) => {
    const products = category.products.slice(0, left);
    left -= products.length;
    return products.length > 0 ? [{ ...category, products }] : [];
  });
}

const Section = styled.section`
  scroll-margin-top: var(--head);
  padding: ${space.xl} ${space.xl} ${space.none};
  /* A tap changes only one section. content-visibility would be faster, but it hides sections from screen readers. */
  contain: layout style paint;

  /* Containment would cut off large pictures and the focus ring, so the section is wider than its content. */
  ${roomy} {
    margin-inline: calc(-1 * ${space.xl});
  }
`;
