import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { border, colour, radius, space } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** One part of the simulator under a heading of its own. */
export function Panel({ title, children }: Props) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <Text as="h2" $type="heading" id={id}>
        {title}
      </Text>
      {children}
    </Box>
  );
}

const Box = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.md};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;
