/** Most of a page: words, parts one below the other, parts one beside the other. */
import { css, styled } from 'styled-components';
import type { Colours } from '#src/kit/theme/theme.ts';
import { colour, figures, longWords, space, type } from '#src/kit/theme/tokens.ts';

type Space = keyof typeof space;

/** How words are set, by the names of the tokens; what is left out is as around it. */
interface TextProps {
  readonly $type?: keyof typeof type | undefined;
  readonly $colour?: keyof Colours | undefined;
  /** Figures of one width, so that they stand under each other. */
  readonly $figures?: boolean;
  /** Names and notes: what no line has room for breaks anywhere. */
  readonly $breaks?: boolean;
  readonly $centred?: boolean;
  /** On a line of its own. */
  readonly $block?: boolean;
  /** In a row: takes the room that is left. */
  readonly $grow?: boolean;
  /** Room over and under it. */
  readonly $above?: Space;
  readonly $below?: Space;
}

/** The same for what holds words: after `font`, which takes every setting back. */
const textStyle = css<TextProps>`
  ${({ $type }) => $type && type[$type]};
  ${({ $colour }) => $colour && `color: ${colour($colour)}`};
  ${({ $figures }) => $figures && figures};
  ${({ $breaks }) => $breaks && longWords};
  ${({ $centred }) => $centred && 'text-align: center'};
  ${({ $block }) => $block && 'display: block'};
  ${({ $grow }) => $grow && 'flex: 1; min-width: 0'};
  ${({ $above }) => $above && `padding-top: ${space[$above]}`};
  ${({ $below }) => $below && `padding-bottom: ${space[$below]}`};
`;

/** Words and nothing else. `as` says what they are; a paragraph unless told otherwise. */
export const Text = styled.p<TextProps>`
  ${textStyle}
`;

interface StackProps extends TextProps {
  readonly $gap?: Space;
}

interface RowProps extends StackProps {
  /** Between lines, where they are nearer to each other than what stands beside each other. */
  readonly $lineGap?: Space;
  readonly $align?: 'center' | 'baseline';
  readonly $justify?: 'space-between' | 'flex-end';
  readonly $wrap?: boolean;
}

/** Parts one below the other, each as wide as the stack. */
export const Stack = styled.div<StackProps>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 'none' }) => space[$gap]};
  ${textStyle}
`;

/** Parts one beside the other. */
export const Row = styled.div<RowProps>`
  display: flex;
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  align-items: ${({ $align = 'normal' }) => $align};
  justify-content: ${({ $justify = 'normal' }) => $justify};
  gap: ${({ $gap = 'none', $lineGap = $gap }) => `${space[$lineGap]} ${space[$gap]}`};
  ${textStyle}
`;
