import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { hasFirstPage } from '#src/kit/navigation/first-page.ts';
import { safe, size, space } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import { Dishes, DishRow } from '../dishes/DishRow.tsx';
import { sectionHeading, sectionId } from './show-section.ts';

interface Props {
  readonly categories: readonly Category[];
  onOpen(productId: string): void;
}

/** So many fill the first screen of a phone; a larger one waits a moment for the others. */
const firstDishes = 6;
const none: readonly Category[] = [];

/** The menu in the kitchen's order, one list after the other. A visit that begins here sees the first of it at once. */
export function MenuSections({ categories, onOpen }: Props) {
  const [isWhole, setWhole] = useState(hasFirstPage);
  useEffect(() => startTransition(() => setWhole(true)), []);
  useSkippedRows(isWhole ? categories : none);

  return (isWhole ? categories : beginningOf(categories)).map(({ id, name, products }) => (
    <Section key={id} id={sectionId(id)} aria-labelledby={sectionHeading(id)}>
      <Text as="h2" $type="title" id={sectionHeading(id)} tabIndex={-1}>
        {name}
      </Text>
      <Dishes>
        {products.map((product) => (
          <DishRow key={product.id} product={product} onOpen={onOpen} />
        ))}
      </Dishes>
    </Section>
  ));
}

function beginningOf(categories: readonly Category[]): readonly Category[] {
  let left = firstDishes;
  return categories.flatMap((category) => {
    const products = category.products.slice(0, left);
    left -= products.length;
    return products.length > 0 ? [{ ...category, products }] : [];
  });
}

const Section = styled.section`
  scroll-margin-top: calc(${size.header} + ${size.pills} + ${safe.top});
  padding: ${space.xl} ${space.xl} ${space.none};
`;

/**
 * Lets the browser skip the menu's rows that are out of sight, once it has laid them out: they keep the height that they
 * had (`contain-intrinsic-size`), until something else is listed or heights change with the width or the text's size.
 * Rows in sight at that moment are left as they are: skipped for a frame they would count as having moved.
 */
function useSkippedRows(listed: readonly Category[]): void {
  useLayoutEffect(() => {
    const heading = listed[0] && document.getElementById(sectionHeading(listed[0].id));
    if (!heading) return;
    let skipped: readonly HTMLElement[] = [];
    let frame = 0;
    const show = () => {
      cancelAnimationFrame(frame);
      for (const { style } of skipped) style.contentVisibility = '';
      skipped = [];
    };
    const skip = () => {
      skipped = [...document.querySelectorAll<HTMLElement>('[data-dish]')].filter(isOutOfSight);
      for (const { style } of skipped) style.contentVisibility = 'auto';
    };
    // A heading is as wide as the page and as tall as its text. It is told after a layout, the next frame knows all heights.
    const observer = new ResizeObserver(() => {
      show();
      frame = requestAnimationFrame(skip);
    });
    observer.observe(heading);
    return () => {
      observer.disconnect();
      // Before anybody measures what is listed next.
      show();
    };
  }, [listed]);
}

function isOutOfSight(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}
