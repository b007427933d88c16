import { useId } from 'react';
import { styled } from 'styled-components';
import { colour, figures, size, space, type } from '#src/kit/theme/tokens.ts';
import { Input, Label } from './TextField.tsx';

interface Props {
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

/** A few lines of text with a count of how many characters are used. */
export function TextArea({ label, placeholder, value, onChange, maxLength, counter, focused }: Props) {
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
