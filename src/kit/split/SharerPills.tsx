import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Row, VisuallyHidden } from '#src/kit/ui/primitives.tsx';
import type { BillDiner } from './table-bill.ts';

interface Props {
  readonly dish: string;
  readonly diners: readonly BillDiner[];
  readonly sharers: readonly string[];
  onChange(sharers: readonly string[]): void;
}

/** Who shares a dish, as pills to tick; somebody always has to. */
export function SharerPills({ dish, diners, sharers, onChange }: Props) {
  const { t } = useTranslation('split');
  const isEveryones = sharers.length === diners.length;
  const toggle = (userId: string) =>
    onChange(sharers.includes(userId) ? sharers.filter((sharer) => sharer !== userId) : [...sharers, userId]);

  return (
    <Row as="fieldset" $gap="sm" $wrap $pad="none none lg">
      <VisuallyHidden as="legend">{t('sharedBy', { name: dish })}</VisuallyHidden>
      {diners.map(({ userId, name }) => {
        const checked = sharers.includes(userId);
        return (
          <Pill
            key={userId}
            checked={checked}
            disabled={checked && sharers.length === 1}
            onChange={() => toggle(userId)}
          >
            <Avatar userId={userId} name={name} size="sm" />
            {name}
          </Pill>
        );
      })}
      {diners.length > 2 && (
        <Pill
          checked={isEveryones}
          disabled={isEveryones}
          onChange={() => onChange(diners.map(({ userId }) => userId))}
        >
          {t('everyone')}
        </Pill>
      )}
    </Row>
  );
}

interface PillProps {
  readonly checked: boolean;
  readonly disabled: boolean;
  onChange(): void;
  readonly children: ReactNode;
}

function Pill({ checked, disabled, onChange, children }: PillProps) {
  return (
    <Label>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onChange} />
      {children}
      {checked && <Check aria-hidden />}
    </Label>
  );
}

const Label = styled.label`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding: ${space.xs} ${space.lg};
  ${type.label};
  color: ${colour('textMuted')};
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('outline')};
  border-radius: ${radius.round};
  cursor: pointer;

  &:has([type='checkbox']:checked) {
    color: ${colour('text')};
    background: ${colour('accentSoft')};
    border-color: ${colour('accentText')};
  }
  &:has(:disabled) {
    cursor: default;
  }
  &:has(:focus-visible) {
    outline: medium solid ${colour('accentText')};
    outline-offset: ${border.thick};
  }
  > input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: inherit;
  }
  > svg {
    width: ${size.icon};
    height: ${size.icon};
    color: ${colour('accentText')};
  }
`;
