import { useId } from 'react';
import { ChevronDown } from 'lucide-react';
import { styled } from 'styled-components';
import { colour, space } from '#ui/theme/tokens.ts';
import { Input, Label } from '#ui/controls/TextField.tsx';
import { Small, Stack, VisuallyHidden } from '#ui/primitives.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** True if the label is for screen readers only. */
  readonly hidesLabel?: boolean | undefined;
  readonly error?: string | undefined;
  onChange(value: string): void;
}

/** A native select, which supports type-ahead and suits every phone. */
export function SelectField({ label, value, options, hidesLabel, error, onChange }: Props) {
  const id = useId();
  const isWrong = error !== undefined;
  return (
    <Stack $gap="xs" $grow>
      {hidesLabel ? (
        <VisuallyHidden as="label" htmlFor={id}>
          {label}
        </VisuallyHidden>
      ) : (
        <Label htmlFor={id}>{label}</Label>
      )}
      <Place>
        <Box
          as="select"
          id={id}
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-note` : undefined}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Box>
        <ChevronDown aria-hidden />
      </Place>
      {isWrong && (
        <Small id={`${id}-note`} $colour="danger">
          {error}
        </Small>
      )}
    </Stack>
  );
}

const Place = styled.div`
  position: relative;

  > svg {
    position: absolute;
    inset: 50% ${space.md} auto auto;
    transform: translateY(-50%);
    color: ${colour('textMuted')};
    pointer-events: none;
  }
`;

const Box = styled(Input)`
  appearance: none;
  padding-inline-end: ${space.huge};
  text-overflow: ellipsis;
`;
