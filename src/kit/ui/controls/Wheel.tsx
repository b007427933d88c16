import { WheelPicker, WheelPickerWrapper } from '@ncdai/react-wheel-picker';
import '@ncdai/react-wheel-picker/style.css';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../primitives.tsx';
import { colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';

/** CL14: px of an option, and how many are in sight: the front half of a ring. */
const optionHeight = 44;
const visibleOptions = 6;

interface WheelColumn {
  readonly label: string;
  readonly options: readonly { readonly value: number; readonly label: string }[];
  readonly value: number;
  onChange(value: number): void;
}

/** Wheels side by side, each turned to its value by finger, mouse wheel or arrow keys. */
export function Wheels({ columns }: { columns: readonly WheelColumn[] }) {
  return (
    <Frame>
      <WheelPickerWrapper className="wheels">
        {columns.map(({ label, options, value, onChange }) => (
          <fieldset key={label} className="wheel">
            <VisuallyHidden as="legend">{label}</VisuallyHidden>
            <WheelPicker
              options={options.map((option) => ({ ...option }))}
              value={value}
              onValueChange={onChange}
              optionItemHeight={optionHeight}
              visibleCount={2 * visibleOptions}
              classNames={{ optionItem: 'option', highlightWrapper: 'chosen', highlightItem: 'chosenOption' }}
            />
          </fieldset>
        ))}
      </WheelPickerWrapper>
    </Frame>
  );
}

const Frame = styled.div`
  padding-inline: ${space.md};
  background: ${colour('sunken')};
  border-radius: ${radius.lg};

  .wheels {
    display: flex;
    gap: ${space.sm};
  }
  .wheel {
    flex: 1;
    min-width: 0;
    padding: 0;
    border: 0;
  }
  .option {
    ${type.body};
    color: ${colour('textMuted')};
  }
  .chosen {
    min-height: ${size.touch};
    ${type.strong};
    color: ${colour('text')};
    background: ${colour('surface')};
    border-radius: ${radius.md};
  }
`;
