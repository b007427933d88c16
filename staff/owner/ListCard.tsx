import type { ReactNode } from 'react';
import { Box, Row, Stack, Text } from '#ui/primitives.tsx';

interface Props {
  readonly name: string;
  /** What the card says about the entry, below its name. */
  readonly facts: ReactNode;
  /** `card`: for long names such as addresses. */
  readonly grow?: 'readable' | 'card';
  /** The entry's buttons. */
  readonly children: ReactNode;
}

/** An entry of a list: its name and facts, with buttons next to them. */
export function ListCard({ name, facts, grow = 'readable', children }: Props) {
  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow={grow}>
          <Text $type="strong" $breaks>
            {name}
          </Text>
          {facts}
        </Stack>
        {children}
      </Row>
    </Box>
  );
}
