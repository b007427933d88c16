import { Fragment, startTransition, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category, Product } from '#contract/calls/merchant.ts';
import { isFirstPageShown } from '#src/navigation/first-page.ts';
import { roomy, space } from '#ui/theme/tokens.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';
import { Dishes } from '#ui/dish/DishLine.tsx';
import { sectionHeading, sectionId } from './show-section.ts';

interface Props {
  readonly categories: readonly Category[];
  renderDish(product: Product): ReactNode;
}

/** So many fill the first screen of a phone; a larger one waits a moment for the others. */
const firstDishes = 6;

/** The menu in the kitchen's order, one list after the other. A visit that begins here sees the first of it at once. */
export function MenuSections({ categories, renderDish }: Props) {
  const { t } = useTranslation('menu');
  const [isWhole, setWhole] = useState(isFirstPageShown);
  useEffect(() => startTransition(() => setWhole(true)), []);

  return (isWhole ? categories : beginningOf(categories)).map(
    ({ id, name, products, servedUntil: time, servedAgain }) => (
      <Section key={id} id={sectionId(id)} aria-labelledby={sectionHeading(id)}>
        <Row $gap="sm" $align="baseline" $wrap $justify="space-between">
          <Text as="h2" $type="title" id={sectionHeading(id)} tabIndex={-1}>
            {name}
          </Text>
          {servedAgain && <Small>{t('servedFrom', servedAgain)}</Small>}
          {time && <Small>{t('servedUntil', { time })}</Small>}
        </Row>
        <Dishes>
          {products.map((product) => (
            <Fragment key={product.id}>{renderDish(product)}</Fragment>
          ))}
        </Dishes>
      </Section>
    ),
  );
}

/** What of a menu a phone shows first. */
export function beginningOf(categories: readonly Category[]): readonly Category[] {
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
  /* A tap changes one section; those that are skipped out of sight (content-visibility) would be mute for a screen reader. */
  contain: layout style paint;

  /* Its room is for large plates and the focus ring, which would be cut. */
  ${roomy} {
    margin-inline: calc(-1 * ${space.xl});
  }
`;
