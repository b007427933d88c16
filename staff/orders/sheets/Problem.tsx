import { Text } from '#ui/primitives.tsx';

/** Why something was not done; there from the start, so that it is read out. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <Text role="alert" $type="strong" $colour="danger">
      {text}
    </Text>
  );
}
