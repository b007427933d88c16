import { useId } from 'react';
import { ChevronDown } from 'lucide-react';
import { styled } from 'styled-components';
import { colour, space } from '#ui/theme/tokens.ts';
import { Input, Label } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  onChange(value: string): void;
}

/** A native select, which supports type-ahead and suits every phone. */
export function SelectField({ label, value, options, onChange }: Props) {
  const id = useId();
  return (
    <Stack $gap="xs" $grow>
      <Label htmlFor={id}>{label}</Label>
      <Place>
        <Box as="select" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Box>
        <ChevronDown aria-hidden />
      </Place>
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
