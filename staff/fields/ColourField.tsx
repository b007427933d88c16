import { useId } from 'react';
import { styled } from 'styled-components';
import { size, space } from '#ui/theme/tokens.ts';
import { Input, Label } from '#ui/controls/TextField.tsx';
import { Row, Small, Stack } from '#ui/primitives.tsx';

interface Props {
  readonly label: string;
  readonly hint: string;
  /** `#rrggbb` */
  readonly value: string;
  onChange(value: string): void;
}

/** A field with the browser's colour picker. */
export function ColourField({ label, hint, value, onChange }: Props) {
  const id = useId();
  return (
    <Stack $gap="xs">
      <Label htmlFor={id}>{label}</Label>
      <Row $gap="md" $align="center">
        <Picker
          type="color"
          id={id}
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
        />
        <Small id={`${id}-hint`}>{hint}</Small>
      </Row>
    </Stack>
  );
}

const Picker = styled(Input)`
  flex: none;
  width: ${size.plate};
  padding: ${space.xs};
  cursor: pointer;
`;
