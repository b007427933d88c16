import { useId, type ReactNode } from 'react';
import { Stack, Text } from '#ui/primitives.tsx';

interface Props {
  readonly title: string;
  /** Default: `h3`, below the form's heading. */
  readonly heading?: 'h2' | 'h3';
  readonly children: ReactNode;
}

/** A card with related fields. */
export function FormPart({ title, heading = 'h3', children }: Props) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} $card $pad="lg" $gap="lg">
      <Text as={heading} id={id} $type="heading">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
