import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { size } from '#ui/theme/tokens.ts';
import { Stack, Text } from '#ui/primitives.tsx';

/** A group of related fields. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fields>
      <Text as="legend" $type="heading" $below="md">
        {title}
      </Text>
      <Stack $gap="lg">{children}</Stack>
    </Fields>
  );
}

const Fields = styled.fieldset`
  max-width: ${size.content};
`;
