import { styled } from 'styled-components';
import { border, radius, size as sizes, type } from '#src/theme/tokens.ts';
import { dinerColour } from './diner-colour.ts';

const extents = { sm: sizes.avatarSm, md: sizes.avatarMd, lg: sizes.avatarLg } as const;

interface Props {
  readonly userId: string;
  readonly name: string;
  readonly size?: keyof typeof extents | undefined;
}

/** A diner as a round in their colour with the first character of their name; the name itself stands beside it. */
export function Avatar({ userId, name, size = 'md' }: Props) {
  return (
    <Round $userId={userId} $size={size} aria-hidden>
      {initial(name)}
    </Round>
  );
}

/** A surrogate pair or a Chinese character counts as one. */
function initial(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '·';
}

const Round = styled.span<{ $userId: string; $size: keyof typeof extents }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${({ $size }) => extents[$size]};
  height: ${({ $size }) => extents[$size]};
  ${type.label};
  color: ${({ theme, $userId }) => dinerColour($userId, theme).onFill};
  background: ${({ theme, $userId }) => dinerColour($userId, theme).fill};
  border: ${border.thick} solid ${({ theme }) => theme.colour.surface};
  border-radius: ${radius.round};
  user-select: none;
`;
