import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { markWords } from '#projections/menu/plain-text.ts';
import { colour, radius, type } from '#ui/theme/tokens.ts';
import type { FoundBy } from '../dishes/DishRow.tsx';

/** Highlights the search words in a found dish. @param words normalised by `plain` */
export function createHighlighter(words: readonly string[]): FoundBy {
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
  /** The search words, normalised by `plain`. */
  readonly words: readonly string[];
}

/** A text with the search words highlighted. */
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
