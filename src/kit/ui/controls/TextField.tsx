import { useId, type ComponentProps } from 'react';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Stack } from '#src/kit/ui/primitives.tsx';

interface Props extends ComponentProps<'input'> {
  readonly label: string;
  /** What is wrong with the value; read out when it appears. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** A line of text to fill in, with its label above and what to know below. */
export function TextField({ label, error, hint, ...rest }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;

  return (
    <Stack $gap="xs">
      <Label htmlFor={id}>{label}</Label>
      <Input
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : noteId}
      />
      <Note id={noteId} $wrong={error !== undefined} role={error === undefined ? undefined : 'alert'}>
        {note}
      </Note>
    </Stack>
  );
}

export const Label = styled.label`
  ${type.label};
`;

export const Input = styled.input`
  width: 100%;
  min-height: ${size.control};
  padding: ${space.sm} ${space.lg};
  ${type.body};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.md};

  &::placeholder {
    color: ${colour('textMuted')};
    opacity: 1;
  }
  &:focus-visible {
    border-radius: ${radius.md};
  }
  &[aria-invalid] {
    border-color: ${colour('danger')};
    border-width: ${border.thick};
  }
`;

const Note = styled.p<{ $wrong: boolean }>`
  ${type.small};
  color: ${({ $wrong }) => ($wrong ? colour('danger') : colour('textMuted'))};

  &:empty {
    display: none;
  }
`;
