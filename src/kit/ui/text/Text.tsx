import { css, styled } from 'styled-components';
import type { Colours } from '#src/kit/theme/theme.ts';
import { colour, figures, longWords, space, type } from '#src/kit/theme/tokens.ts';

/** How words are set, by the names of the tokens; what is left out is as around it. */
export interface TextProps {
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
  readonly $above?: keyof typeof space;
  readonly $below?: keyof typeof space;
}

/** The same for what holds words: after `font`, which takes every setting back. */
export const textStyle = css<TextProps>`
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
