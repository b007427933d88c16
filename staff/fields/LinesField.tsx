import { useId } from 'react';
import { styled } from 'styled-components';
import { Input, Label } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';
import { colour, size, type } from '#ui/theme/tokens.ts';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  /** The lines, with line ends between them. */
  readonly value: string;
  onChange(value: string): void;
}

/** A field for a few lines of text, with a hint or error below. */
export function LinesField({ label, hint, error, value, onChange }: Props) {
  const id = useId();
  return (
    <Stack $gap="xs">
      <Label htmlFor={id}>{label}</Label>
      <Area
        as="textarea"
        id={id}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      />
      <Note id={`${id}-note`} $wrong={error !== undefined} role={error === undefined ? undefined : 'alert'}>
        {error ?? hint}
      </Note>
    </Stack>
  );
}

const Area = styled(Input)`
  min-height: ${size.textArea};
  resize: none;
  field-sizing: content;
`;

const Note = styled.p<{ $wrong: boolean }>`
  ${type.small};
  color: ${({ $wrong }) => colour($wrong ? 'danger' : 'textMuted')};
`;
