import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { marked } from '#projections/menu/plain-text.ts';
import { colour, type } from '#src/kit/theme/tokens.ts';
import { Highlighted } from '#src/kit/ui/text/Highlighted.tsx';

interface Props {
  readonly product: Product;
  /** What was looked for. */
  readonly words: readonly string[];
}

/** A dish's name in another language, where that is what it was found by. */
export function OtherName({ product, words }: Props) {
  const isIn = (text: string) => marked(text, words).some(({ hit }) => hit);
  const name = isIn(product.name) ? undefined : product.otherNames?.find(isIn);
  return (
    name !== undefined && (
      <Name>
        <Highlighted text={name} words={words} />
      </Name>
    )
  );
}

const Name = styled.p`
  ${type.small};
  color: ${colour('textMuted')};
`;
