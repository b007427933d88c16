import { useId, type ReactNode } from 'react';
import { Input, Label } from '#src/kit/ui/controls/TextField.tsx';
import { Stack } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  /** Its options. */
  readonly children: ReactNode;
}

/** One of many answers, by the browser's own list. */
export function SelectField({ label, value, onChange, children }: Props) {
  const id = useId();
  return (
    <Stack $gap="xs">
      <Label htmlFor={id}>{label}</Label>
      <Input as="select" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </Input>
    </Stack>
  );
}
