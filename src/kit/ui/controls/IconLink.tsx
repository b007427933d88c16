import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { roundStyle } from './IconButton.tsx';

interface Props extends Omit<ComponentProps<typeof Link>, 'aria-label'> {
  /** Where it leads, for those who can't see the icon. */
  readonly label: string;
}

/** A link to another page that shows only an icon. */
export function IconLink({ label, ...rest }: Props) {
  return <Round {...rest} aria-label={label} title={label} />;
}

const Round = styled(Link)`
  ${roundStyle}
`;
