import { Text } from '#ui/primitives.tsx';

/** Why an action failed. The element is always rendered, so that screen readers announce the text. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <Text role="alert" $type="strong" $colour="danger">
      {text}
    </Text>
  );
}
