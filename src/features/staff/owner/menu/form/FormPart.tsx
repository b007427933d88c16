import { useId, type ReactNode } from 'react';
import { Row, Stack, Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Fields that belong together, on a sheet of their own. */
export function FormPart({ title, tools, children }: Props) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} $card $pad="lg" $gap="lg">
      <Row $justify="space-between" $align="center" $gap="sm">
        <Text as="h3" id={id} $type="heading">
          {title}
        </Text>
        {tools}
      </Row>
      {children}
    </Stack>
  );
}
