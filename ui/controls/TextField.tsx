import { useId, type ComponentProps } from 'react';
import { styled } from 'styled-components';
import { border, colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Stack } from '#ui/primitives.tsx';

interface Props extends ComponentProps<'input'> {
  readonly label: string;
  /** The error of the value. Screen readers read it out when it appears. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** A text input with a label above and a hint or error below. */
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
  ${type.field};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.md};

  &::placeholder {
    color: ${colour('textMuted')};
    opacity: 1;
  }
  /* The browser's own button is blue. */
  &::-webkit-search-cancel-button {
    appearance: none;
    width: ${size.mark};
    height: ${size.mark};
    background: ${colour('textMuted')};
    clip-path: polygon(
      10% 0,
      50% 40%,
      90% 0,
      100% 10%,
      60% 50%,
      100% 90%,
      90% 100%,
      50% 60%,
      10% 100%,
      0 90%,
      40% 50%,
      0 10%
    );
    cursor: pointer;
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

interface TextAreaProps {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  onChange(value: string): void;
  readonly maxLength: number;
  /** "12 of 200", in words. */
  readonly counter: string;
  /** Takes the focus when its sheet opens. */
  readonly focused?: boolean | undefined;
}

/** An input for several lines, with a counter of the used characters. */
export function TextArea({
  label,
  placeholder,
  value,
  onChange,
  maxLength,
  counter,
  focused,
}: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Area
        as="textarea"
        id={id}
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        data-autofocus={focused || undefined}
        aria-describedby={`${id}-counter`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Counter id={`${id}-counter`}>{counter}</Counter>
    </div>
  );
}

const Area = styled(Input)`
  display: block;
  min-height: ${size.textArea};
  margin-top: ${space.xs};
  resize: none;
  field-sizing: content;
`;

const Counter = styled.p`
  padding-top: ${space.xs};
  ${type.small};
  ${figures};
  color: ${colour('textMuted')};
  text-align: end;
`;
