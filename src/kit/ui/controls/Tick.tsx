import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { colour, size, space, type } from '#src/kit/theme/tokens.ts';
import { Small } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly checked: boolean;
  onChange(checked: boolean): void;
  /** What it does, in a line under its name. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A box to tick, with its name beside it. */
export function Tick({ checked, onChange, hint, children }: Props) {
  return (
    <Label>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {children}
        {hint !== undefined && (
          <Small as="span" $block>
            {hint}
          </Small>
        )}
      </span>
    </Label>
  );
}

const Label = styled.label`
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
