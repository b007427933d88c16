import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { pillStyle } from './Button.tsx';

interface Props extends Omit<ComponentProps<typeof Link>, 'prefix'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | undefined;
  readonly wide?: boolean | undefined;
}

/** A link to another page that looks like a button. */
export function LinkButton({ variant = 'primary', wide, ...rest }: Props) {
  return <PillLink {...rest} $variant={variant} $wide={wide} />;
}

const PillLink = styled(Link)<{ $variant: 'primary' | 'secondary' | 'quiet'; $wide?: boolean | undefined }>`
  ${pillStyle}
`;
