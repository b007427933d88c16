import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './Link.tsx';
import { styled } from 'styled-components';
import { colour, hoverable, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Text } from '#ui/primitives.tsx';

interface Props {
  readonly to: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly value?: ReactNode;
}

/** A row of a list with a link to another page. */
export function LinkRow({ to, icon, children, value }: Props) {
  return (
    <Row to={to}>
      {icon}
      <Text as="span" $grow>
        {children}
      </Text>
      {value !== undefined && (
        <Text as="span" $colour="textMuted">
          {value}
        </Text>
      )}
      <ChevronRight aria-hidden />
    </Row>
  );
}

/** A group of `LinkRow`s. */
export const RowList = styled.nav`
  display: flex;
  flex-direction: column;
  background: ${colour('surface')};
  border-radius: ${radius.lg};
  overflow: hidden;
  container-type: inline-size;

  > * + * {
    border-top: thin solid ${colour('line')};
  }
`;

const Row = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.control};
  padding: ${space.sm} ${space.lg};
  ${type.strong};
  color: ${colour('text')};
  text-decoration: none;

  > svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
    color: ${colour('textMuted')};
  }
  ${hoverable} {
    &:hover {
      background: ${colour('sunken')};
    }
  }
  @container (max-width: ${size.tightRow}) {
    gap: ${space.xs};

    > svg:first-child {
      display: none;
    }
  }
`;
