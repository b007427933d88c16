import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { colour, size, space, type } from '#ui/theme/tokens.ts';
import { Input, Label } from '#ui/controls/TextField.tsx';
import { Stack, VisuallyHidden } from '#ui/primitives.tsx';
import { useDraft } from '../draft/draft-context.ts';

export interface FieldError {
  readonly text: string;
  /** True if the field is empty. That is shown only after the field was left. */
  readonly isMissing: boolean;
}

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** True if the label is for screen readers only. */
  readonly hidesLabel?: boolean | undefined;
  /** True for several lines. */
  readonly long?: boolean | undefined;
  readonly error?: FieldError | undefined;
  readonly hint?: ReactNode;
  onChange(text: string): void;
}

/** A text field. Its error is shown below and is not announced while the person types. */
export function TextBox({ label, hidesLabel, long, error, hint, onChange, onBlur, ...rest }: Props) {
  const id = useId();
  const [wasLeft, setWasLeft] = useState(false);
  const { tries } = useDraft();
  const isWrong = error !== undefined && (!error.isMissing || wasLeft || tries > 0);
  const note = isWrong ? error.text : hint;
  return (
    <Stack $gap="xs" $grow>
      {hidesLabel ? (
        <VisuallyHidden as="label" htmlFor={id}>
          {label}
        </VisuallyHidden>
      ) : (
        <Label htmlFor={id}>{label}</Label>
      )}
      <Box
        {...rest}
        {...(long && { as: 'textarea', rows: 3 })}
        id={id}
        $long={long}
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={(event) => {
          setWasLeft(true);
          onBlur?.(event);
        }}
      />
      {note !== undefined && (
        <Note id={`${id}-note`} $wrong={isWrong}>
          {note}
        </Note>
      )}
    </Stack>
  );
}

const Box = styled(Input)<{ $long?: boolean | undefined }>`
  min-height: ${({ $long }) => ($long ? size.textArea : size.touch)};
  padding-inline: ${space.md};
  resize: none;
  field-sizing: ${({ $long }) => ($long ? 'content' : 'fixed')};
`;

/** The error or the hint of a field. */
export const Note = styled.p<{ $wrong?: boolean }>`
  ${type.small};
  color: ${({ $wrong }) => colour($wrong ? 'danger' : 'textMuted')};
`;
