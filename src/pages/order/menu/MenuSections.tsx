import { styled } from 'styled-components';
import type { Category } from '#contract/merchant.ts';
import { safe, size, space, type } from '#src/theme/tokens.ts';
import { sectionId } from './show-section.ts';
import { DishRow } from './DishRow.tsx';

interface Props {
  readonly categories: readonly Category[];
  onOpen(productId: string): void;
}

/** The whole menu in the kitchen's order, one list after the other. */
export function MenuSections({ categories, onOpen }: Props) {
  return categories.map((category) => (
    <Section key={category.id} id={sectionId(category.id)} aria-labelledby={`${sectionId(category.id)}-name`}>
      <Name id={`${sectionId(category.id)}-name`}>{category.name}</Name>
      <ul>
        {category.products.map((product) => (
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
