import { Minus, Plus, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weightOf } from '#contract/dish/quantity.ts';
import { Text } from '#ui/primitives.tsx';
import { styled } from 'styled-components';
import { border, colour, radius, size } from '#ui/theme/tokens.ts';
import { runAfterFrame } from '../timing/run-after-frame.ts';

interface Props {
  readonly value: number;
  /** What one step of a dish sold by weight is, such as "100 g": the weight is shown instead of the number. */
  readonly unitLabel?: string | undefined;
  /** What is counted, e.g. the dish's name. */
  readonly label: string;
  onMore(): void;
  onLess(): void;
  /** D68: the number that a tap leads to stands in the tap's own frame, wherever `value` comes from. False: it may be refused. */
  readonly showsFirst?: (() => boolean) | undefined;
  readonly max?: number | undefined;
  readonly disabled?: boolean | undefined;
  /** At 1 the minus takes the thing away (default) or stands still. */
  readonly removes?: boolean | undefined;
  /** What the minus and the plus do, where it is not a dish that is counted. */
  readonly lessLabel?: string | undefined;
  readonly moreLabel?: string | undefined;
  /** With it 0 is a plus alone, which this says of itself; the focus stays there when the first one comes or the last goes. */
  readonly firstLabel?: string | undefined;
}

/** How many: a minus (a bin at 1), the number, a plus. The number is read out when it changes. */
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
  // Not anew with each number: looking them up takes longer than all else here.
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
    // Where the last one takes the line along there is no 0 to show.
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
      {/* Before the first one it is there already: a region that comes with its words is often not read out. */}
      <Text as="span" $type="strong" $figures aria-live="polite">
        {isFirst ? '' : (weightOf(value, unitLabel) ?? value)}
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

/** The number to show, and how to tap: where the number is sure it stands in the tap's frame, and the work begins after it. */
function useNumberFirst(value: number) {
  const [ahead, setAhead] = useState(0);
  const count = (by: number) => setAhead((now) => now + by);
  const tap = (by: 1 | -1, work: () => void, isSure = false) => {
    if (!isSure) return work();
    count(by);
    // Both are in one picture: the number has come, and is ahead no more.
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
  background: ${colour('accentSoft')};
  border-radius: ${radius.round};
`;

const Step = styled.button<{ $first?: boolean }>`
  display: grid;
  place-items: center;
  width: ${size.touch};
  height: ${size.touch};
  color: ${({ $first }) => colour($first ? 'onAccent' : 'accentText')};
  background: ${({ $first }) => ($first ? colour('accent') : 'none')};
  border-radius: ${radius.round};

  /* What moves is drawn as a layer, twice for a tap: that costs a third of all that the page does for it. */
  &:active {
    box-shadow: inset 0 0 0 ${border.bold} ${colour('accentText')};
  }
  &:disabled {
    color: ${colour('textMuted')};
    opacity: 0.5;
    cursor: not-allowed;
  }
`;
