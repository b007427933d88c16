import { styled } from 'styled-components';
import { marked } from '#projections/menu/plain-text.ts';
import { colour, radius } from '#src/kit/theme/tokens.ts';

interface Props {
  readonly text: string;
  /** What was looked for, as of `wordsOf`. */
  readonly words: readonly string[];
}

/** A text in which what was looked for is marked. */
export function Highlighted({ text, words }: Props) {
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
