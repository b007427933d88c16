import { Minus, Plus, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWeight } from '#contract/dish/quantity.ts';
import { Text } from '#ui/primitives.tsx';
import { styled } from 'styled-components';
import { border, colour, radius, size } from '#ui/theme/tokens.ts';
import { runAfterFrame } from '../timing/run-after-frame.ts';

interface Props {
  readonly value: number;
  /** Quantity of one step of a dish that is sold by weight, such as "100 g". The weight is then shown instead of the number. */
  readonly unitLabel?: string | undefined;
  /** Name of the counted thing, e.g. the dish. */
  readonly label: string;
  onMore(): void;
  onLess(): void;
  /** Whether a tap shows the new number in its own frame, before `value` changes. False if the tap may be refused. */
  readonly showsFirst?: (() => boolean) | undefined;
  readonly max?: number | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether the minus removes the thing at 1 (default). Otherwise it is disabled at 1. */
  readonly removes?: boolean | undefined;
  /** Labels of minus and plus if the counted thing is no dish. */
  readonly lessLabel?: string | undefined;
  readonly moreLabel?: string | undefined;
  /** Label of the plus at 0. With it, the stepper shows only a plus at 0, and the focus stays on the plus around 0. */
  readonly firstLabel?: string | undefined;
}

/** A minus (a bin at 1), the number and a plus. Screen readers read the number out when it changes. */
export function Stepper(props: Props) {
  const {
    label,
    unitLabel,
    onMore,
    onLess,
    showsFirst,
    max,
    disabled,
    removes = true,
    lessLabel,
    moreLabel,
    firstLabel,
  } = props;
  const { t } = useTranslation('menu');
  const plus = useRef<HTMLButtonElement>(null);
  const [value, tap] = useNumberFirst(props.value);
  const last = value <= 1;
  const isFirst = firstLabel !== undefined && value === 0;
  // Memoised, because looking texts up takes longer than the rest of this component.
  const words = useMemo(
    () => ({
      remove: t('remove', { name: label }),
      less: lessLabel ?? t('oneLess', { name: label }),
      more: moreLabel ?? t('oneMore', { name: label }),
    }),
    [t, label, lessLabel, moreLabel],
  );

  const handleMore = () => tap(1, onMore, showsFirst?.());
  const handleLess = () => {
    if (last && firstLabel !== undefined) plus.current?.focus();
    // If the minus at 1 removes the whole line, there is no 0 to show.
    tap(-1, onLess, (!last || firstLabel !== undefined) && showsFirst?.());
  };

  return (
    <Group $wide={!isFirst} {...(isFirst ? { role: 'none' } : { 'aria-label': label })}>
      {!isFirst && (
        <Step
          type="button"
          onClick={handleLess}
          disabled={disabled || (last && !removes)}
          aria-label={last && removes ? words.remove : words.less}
        >
          {last && removes ? <Trash2 aria-hidden /> : <Minus aria-hidden />}
        </Step>
      )}
      {/* Rendered at 0, too: screen readers often ignore a live region that appears together with its text. */}
      <Text as="span" $type="strong" $figures aria-live="polite">
        {isFirst ? '' : (describeWeight(value, unitLabel) ?? value)}
      </Text>
      <Step
        ref={plus}
        $first={isFirst}
        type="button"
        onClick={handleMore}
        disabled={disabled || (max !== undefined && value >= max)}
        aria-label={isFirst ? firstLabel : words.more}
      >
        <Plus aria-hidden />
      </Step>
    </Group>
  );
}

/**
 * Returns the number to show and a function for taps. If the tap cannot be refused, the new number is painted first, and the
 * work starts after that frame.
 */
function useNumberFirst(value: number) {
  const [ahead, setAhead] = useState(0);
  const count = (by: number) => setAhead((now) => now + by);
  const tap = (by: 1 | -1, work: () => void, isSure = false) => {
    if (!isSure) return work();
    count(by);
    // React batches both updates, so the number does not jump back in between.
    runAfterFrame(() => {
      count(-by);
      work();
    });
  };
  return [value + ahead, tap] as const;
}

const Group = styled.fieldset<{ $wide: boolean }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  min-width: ${({ $wide }) => ($wide ? size.stepper : 'auto')};
  color: ${colour('text')};
  background: ${colour('sunken')};
  border-radius: ${radius.round};
`;

const Step = styled.button<{ $first?: boolean }>`
  display: grid;
  place-items: center;
  width: ${size.touch};
  height: ${size.touch};
  color: inherit;
  ${({ $first }) => $first && `background: ${colour('surface')}; border: ${border.thin} solid ${colour('outline')};`}
  border-radius: ${radius.round};

  /* A shadow instead of a transform: a transform creates a layer twice per tap, a third of the page's work for it. */
  &:active {
    box-shadow: inset 0 0 0 ${border.bold} ${colour('accentText')};
  }
  &:disabled {
    color: ${colour('textMuted')};
    opacity: 0.5;
    cursor: not-allowed;
  }
`;
