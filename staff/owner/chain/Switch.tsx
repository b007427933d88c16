import { styled } from 'styled-components';
import { size, space, type } from '#ui/theme/tokens.ts';

interface Props {
  readonly label: string;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
}

/** A setting that is on or off. */
export function Switch({ label, isOn, onChange }: Props) {
  return (
    <Label>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </Label>
  );
}

const Label = styled.label`
  display: inline-flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  ${type.strong};

  > input {
    width: ${size.tick};
    height: ${size.tick};
    accent-color: var(--accent);
  }
`;
