import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { markWords } from '#projections/menu/plain-text.ts';
import { colour, radius, type } from '#ui/theme/tokens.ts';
import type { FoundBy } from '../dishes/DishRow.tsx';

/** How a dish is shown that was found by `words` (as `plain` writes them). */
export function foundBy(words: readonly string[]): FoundBy {
  return {
    mark: (text) => <Highlighted text={text} words={words} />,
    otherName: (product) => <OtherName product={product} words={words} />,
  };
}

function OtherName({ product, words }: { product: Product; words: readonly string[] }) {
  const isIn = (text: string) => markWords(text, words).some(({ hit }) => hit);
  const { name: shown, otherNames = [], aliases = [] } = product;
  const name = isIn(shown) ? undefined : [...otherNames, ...aliases].find(isIn);
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
  /** What was looked for, as `plain` writes it. */
  readonly words: readonly string[];
}

/** A text in which what was looked for is marked. */
function Highlighted({ text, words }: HighlightedProps) {
  let at = 0;
  return markWords(text, words).map((part) => {
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
