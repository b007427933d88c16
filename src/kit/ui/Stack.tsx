import { styled } from 'styled-components';
import { space } from '#src/kit/theme/tokens.ts';
import { textStyle, type TextProps } from './text/Text.tsx';

type Space = keyof typeof space;

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
