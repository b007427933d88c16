import { useId, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Row, Text } from '#ui/primitives.tsx';

interface Props<Value extends string> {
  readonly legend: ReactNode;
  readonly options: readonly { readonly value: NoInfer<Value>; readonly label: string }[];
  readonly value: Value;
  onChange(value: NoInfer<Value>): void;
}

/** A few options side by side, of which one is chosen. */
export function Choices<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <Text as="legend" $marginBottom="sm" $type="label">
        {legend}
      </Text>
      <Segments>
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
      </Segments>
    </fieldset>
  );
}

/** The frame around choices or tabs. */
export const Segments = styled(Row).attrs({
  $gap: 'hair',
  $pad: 'hair',
  $ground: 'sunken',
  $radius: 'xl',
  $wrap: true,
})``;

/** One choice or tab inside `Segments`. */
export const segment = css`
  flex: 1 1 max-content;
  display: grid;
  place-items: center;
  min-height: ${size.touch};
  padding-inline: ${space.xs};
  ${type.label};
  text-align: center;
  color: ${colour('textMuted')};
  text-decoration: none;
  border: ${border.thin} solid transparent;
  border-radius: ${radius.round};

  &:has(:checked),
  &[aria-current] {
    color: ${colour('text')};
    background: ${colour('surface')};
    border-color: ${colour('line')};
  }
`;

/** A label with its tick box or radio button on top. The input is invisible and receives the taps. */
export const overInput = css`
  position: relative;
  cursor: pointer;

  > input {
    position: absolute;
    inset: 0;
    margin: ${space.none};
    opacity: 0;
    cursor: inherit;
  }
  &:has(:focus-visible) {
    outline: ${border.bold} solid ${colour('accentText')};
    outline-offset: ${space.hair};
  }
`;

const Choice = styled.label`
  ${segment}
  ${overInput}
`;
