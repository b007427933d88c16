import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

interface Props<Value extends string> {
  readonly legend: ReactNode;
  readonly options: readonly { readonly value: NoInfer<Value>; readonly label: string }[];
  readonly value: Value;
  onChange(value: NoInfer<Value>): void;
}

/** A few answers of which one holds, side by side. */
export function Choices<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <Set>
      <Text as="legend" $marginBottom="sm" $type="label">
        {legend}
      </Text>
      <Row $gap="hair" $pad="hair" $ground="sunken" $radius="round">
        {options.map((option) => (
          <Choice key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </Choice>
        ))}
      </Row>
    </Set>
  );
}

const Set = styled.fieldset`
  min-width: 0;
  padding: 0;
  border: 0;
`;

const Choice = styled.label`
  flex: 1;
  position: relative;
  display: grid;
  place-items: center;
  min-height: ${size.touch};
  padding-inline: ${space.xs};
  ${type.label};
  text-align: center;
  color: ${colour('textMuted')};
  border: ${border.thin} solid transparent;
  border-radius: ${radius.round};
  cursor: pointer;

  > input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:checked) {
    color: ${colour('text')};
    background: ${colour('surface')};
    border-color: ${colour('line')};
  }
  &:has(:focus-visible) {
    outline: medium solid ${colour('accentText')};
  }
`;
