import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ModifierGroup } from '#contract/calls/merchant.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { border, colour, cramped, layer, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Price } from '#ui/text/Price.tsx';
import { Row, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { isFull, isRadio, countMissingChoices, type Choices } from './modifier-choices.ts';

interface Props {
  readonly group: ModifierGroup;
  readonly choices: Choices;
  readonly currency: string;
  /** The diner tried to add the dish without the required choice. */
  readonly showsMissing: boolean;
  onToggle(modifierId: string): void;
}

/** One group of modifiers with its rule in words. Radio buttons are used if exactly one must be chosen. */
export function ModifierGroupField({ group, choices, currency, showsMissing, onToggle }: Props) {
  const { t } = useTranslation(['menu', 'dish']);
  const id = useId();
  const chosen = choices.get(group.id) ?? [];
  const missing = countMissingChoices(choices, group);
  const wrong = showsMissing && missing > 0;
  const full = isFull(choices, group);

  return (
    <Group data-group={group.id} aria-describedby={`${id}-rule`} $wrong={wrong}>
      <Legend>{group.name}</Legend>
      <Row
        as="p"
        $gap="sm"
        $lineGap="none"
        $wrap
        $align="baseline"
        $type="small"
        $colour="textMuted"
        $below="xs"
        id={`${id}-rule`}
      >
        <Need $required={group.min > 0}>
          {group.min > 0 ? t('dish:required') : t('dish:optional')}
          <VisuallyHidden>, </VisuallyHidden>
        </Need>
        <span>{useRule(group)}</span>
      </Row>
      {wrong && (
        <Text $type="strong" $colour="danger" $below="xs" role="alert">
          {t('dish:missing', { count: missing, group: group.name })}
        </Text>
      )}
      {group.modifiers.map((modifier) => {
        const checked = chosen.includes(modifier.id);
        const disabled = modifier.soldOut || (full && !checked);
        return (
          <Option key={modifier.id} $disabled={disabled}>
            <Tick
              type={isRadio(group) ? 'radio' : 'checkbox'}
              name={`${id}-${group.id}`}
              checked={checked}
              disabled={disabled}
              onChange={() => onToggle(modifier.id)}
            />
            <Text as="span" $grow="fewWords">
              {modifier.name}
            </Text>
            {modifier.soldOut ? (
              <Text as="span" $colour="textMuted">
                {t('soldOut')}
              </Text>
            ) : (
              compareAmounts(modifier.price, zero) !== 0 && (
                <Text as="span" $colour="textMuted">
                  {compareAmounts(modifier.price, zero) > 0 && '+'}
                  <Price amount={modifier.price} currency={currency} />
                </Text>
              )
            )}
          </Option>
        );
      })}
    </Group>
  );
}

function useRule({ min, max }: ModifierGroup): string {
  const { t } = useTranslation(['menu', 'dish']);
  if (min === max) return t('dish:choose', { count: min });
  return min === 0 ? t('dish:chooseUpTo', { count: max }) : t('dish:chooseBetween', { min, max });
}

const Group = styled.fieldset<{ $wrong: boolean }>`
  margin-top: ${space.xl};
  padding: ${space.lg} ${space.lg} ${space.xs};

  ${cramped} {
    padding-inline: ${space.sm};
  }
  scroll-margin: ${space.lg};
  background: ${colour('page')};
  border: ${border.thick} solid ${({ $wrong }) => ($wrong ? colour('danger') : 'transparent')};
  border-radius: ${radius.lg};
`;

const Legend = styled.legend`
  float: inline-start;
  width: 100%;
  ${type.heading};

  & + * {
    clear: both;
  }
`;

const Need = styled.span<{ $required: boolean }>`
  ${type.label};
  color: ${({ $required }) => ($required ? colour('text') : colour('textMuted'))};
`;

const Option = styled.label<{ $disabled: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.control};
  ${cramped} {
    flex-wrap: wrap;
    gap: ${space.xs};
  }
  padding-block: ${space.sm};
  color: ${({ $disabled }) => ($disabled ? colour('textMuted') : colour('text'))};
  cursor: ${({ $disabled }) => ($disabled ? 'not-allowed' : 'pointer')};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Tick = styled.input`
  appearance: none;
  position: relative;
  z-index: ${layer.raised};
  flex: none;
  width: ${size.tick};
  height: ${size.tick};
  margin: ${space.none};
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('outline')};
  border-radius: ${radius.sm};
  cursor: inherit;

  &[type='radio'] {
    border-radius: ${radius.round};
  }
  &:checked {
    background: ${colour('accentText')};
    border-color: ${colour('accentText')};
  }
  &:checked::after {
    content: '';
    position: absolute;
    inset: 22%;
    background: ${colour('surface')};
    border-radius: ${radius.round};
  }
  &[type='checkbox']:checked::after {
    border-radius: ${space.none};
    clip-path: polygon(0 52%, 14% 38%, 38% 62%, 86% 10%, 100% 24%, 38% 92%);
    inset: 14%;
  }
  &:disabled {
    opacity: 0.5;
  }
`;
