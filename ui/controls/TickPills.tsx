import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { overInput } from './Choices.tsx';
import { Row, Small, Text } from '#ui/primitives.tsx';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: NoInfer<Value>; readonly label: string }[];
  readonly values: readonly Value[];
  onToggle(value: NoInfer<Value>): void;
}

/** Short options of which any number may be chosen. They wrap over several rows. */
export function TickPills<Value extends string>({ legend, options, values, onToggle }: Props<Value>) {
  return (
    <Set>
      <Text as="legend" $type="heading">
        {legend}
      </Text>
      <Row $gap="sm" $wrap $marginTop="sm">
        {options.map(({ value, label }) => (
          <Pill key={value}>
            <input type="checkbox" checked={values.includes(value)} onChange={() => onToggle(value)} />
            <Check aria-hidden />
            <Label>{label}</Label>
          </Pill>
        ))}
      </Row>
    </Set>
  );
}

const Set = styled.fieldset`
  & + & {
    margin-top: ${space.xl};
  }
`;

const Pill = styled.label`
  ${overInput}
  display: flex;
  align-items: center;
  min-height: ${size.touch};
  /* Room for the tick, so that the other options do not move when it appears. */
  padding-inline: calc(${size.icon} + ${space.sm});
  ${type.strong};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};

  > svg {
    position: absolute;
    inset-inline-start: ${space.xs};
    visibility: hidden;
  }
  &:has(:checked) {
    color: ${colour('page')};
    background: ${colour('text')};
    border-color: ${colour('text')};
  }
  &:has(:checked) > svg {
    visibility: visible;
  }
`;

/** Some labels are also used inside sentences, so they begin in lower case. Here they get a capital. */
const Label = styled.span`
  display: block;

  &::first-letter {
    text-transform: uppercase;
  }
`;

interface TickProps {
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A tick box with its label. */
export function Tick({ checked, onChange, hint, children }: TickProps) {
  return (
    <TickLabel>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {children}
        {hint !== undefined && (
          <Small as="span" $block>
            {hint}
          </Small>
        )}
      </span>
    </TickLabel>
  );
}

const TickLabel = styled.label`
  display: flex;
  align-items: flex-start;
  gap: ${space.md};
  min-height: ${size.touch};
  ${type.strong};
  cursor: pointer;

  > input {
    flex: none;
    width: ${size.tick};
    height: ${size.tick};
    margin: ${space.none};
    accent-color: ${colour('accent')};
  }
`;
