import { styled } from 'styled-components';
import type { Category } from '#contract/merchant.ts';
import { safe, size, space, type } from '#src/theme/tokens.ts';
import { DishRow } from './DishRow.tsx';
import { sectionHeading, sectionId } from './show-section.ts';

interface Props {
  readonly categories: readonly Category[];
  onOpen(productId: string): void;
}

/** The menu in the kitchen's order, one list after the other. */
export function MenuSections({ categories, onOpen }: Props) {
  return categories.map(({ id, name, products }) => (
    <Section key={id} id={sectionId(id)} aria-labelledby={sectionHeading(id)}>
      <Name id={sectionHeading(id)} tabIndex={-1}>
        {name}
      </Name>
      <ul>
        {products.map((product) => (
          <DishRow key={product.id} product={product} onOpen={onOpen} />
        ))}
      </ul>
    </Section>
  ));
}

const Section = styled.section`
  scroll-margin-top: calc(${size.header} + ${size.pills} + ${safe.top});
  padding: ${space.xl} ${space.xl} ${space.none};
`;

const Name = styled.h2`
  ${type.title};
`;
