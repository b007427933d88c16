import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack } from '#ui/primitives.tsx';
import { conditionName, conditionsOf, toggleCondition, type Condition } from './conditions.ts';
import { clearFilter, useDishFilter } from './dish-filter.ts';

export interface FilterNoticeProps {
  /** Dishes that would stand here without the filter; undefined where there are none at all. */
  readonly hidden: number | undefined;
}

/** What the filter is set to, each condition with a way out, and how much it hides. */
export default function FilterConditions({ hidden }: FilterNoticeProps) {
  const { t } = useTranslation(['menu', 'filter']);
  const conditions = conditionsOf(useDishFilter());
  const place = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone.
  const keepFocus = () => place.current?.focus({ preventScroll: true });
  const handleRemove = (condition: Condition) => {
    toggleCondition(condition);
    keepFocus();
  };
  const handleClear = () => {
    clearFilter();
    keepFocus();
  };

  return (
    <div ref={place} tabIndex={-1}>
      {conditions.length > 0 && (
        <Stack $gap="xs" $above="md">
          <Row as="ul" $gap="sm" $wrap aria-label={t('filter.set')}>
            {conditions.map((condition) => {
              const name = conditionName(t, condition);
              return (
                <li key={condition.of}>
                  <Chip
                    type="button"
                    aria-label={t('filter.remove', { name })}
                    onClick={() => handleRemove(condition)}
                  >
                    {name}
                    <X aria-hidden />
                  </Chip>
                </li>
              );
            })}
          </Row>
          {hidden !== undefined && (
            <Line>
              <output>{hidden > 0 ? t('filter.hidden', { count: hidden }) : t('filter.hidesNone')}</output>
              {hidden > 0 && (
                <Button variant="quiet" onClick={handleClear}>
                  {t('filter.showAll')}
                </Button>
              )}
            </Line>
          )}
        </Stack>
      )}
    </div>
  );
}

const Chip = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.xs};
  min-height: ${size.touch};
  padding-inline: ${space.lg} ${space.md};
  ${type.label};
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
  border: ${border.thin} solid transparent;
  border-radius: ${radius.round};
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs} ${space.md};
  min-height: ${size.touch};
  ${type.small};
  color: ${colour('textMuted')};

  > button {
    margin-inline: calc(-1 * ${space.md});
  }
`;
