import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { colour, size, space, type } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly step: number;
  readonly text: (value: number) => string;
  /** Told once the thumb is let go, or with each key. */
  onChange(value: number): void;
}

/** A value between nothing and `max`, as a slider with its words beside it. */
export function Slider({ label, value, max, step, text, onChange }: Props) {
  const id = useId();
  // While a finger drags it, the table is not told of every step of the way.
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? value;

  const letGo = () => {
    if (dragged !== undefined && dragged !== value) onChange(dragged);
    setDragged(undefined);
  };

  return (
    <Row>
      <label htmlFor={id}>{label}</label>
      <Text as="span" $type="small" $colour="textMuted" $figures>
        {text(shown)}
      </Text>
      <Range
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={shown}
        aria-valuetext={text(shown)}
        onPointerDown={() => setDragged(value)}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onBlur={letGo}
        onChange={({ target }) => {
          const next = Number(target.value);
          if (dragged === undefined) onChange(next);
          else setDragged(next);
        }}
      />
    </Row>
  );
}

const Row = styled.div`
  display: grid;
  ${type.label};
`;

const Range = styled.input`
  width: 100%;
  min-height: ${size.touch};
  margin: ${space.none};
  accent-color: ${colour('accentText')};
  cursor: pointer;
`;
