import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack } from '#ui/primitives.tsx';
import { nameCondition, listConditions, toggleCondition, type Condition } from './conditions.ts';
import { clearFilter, useDishFilter } from './dish-filter.ts';

export interface FilterNoticeProps {
  /** The number of dishes that the filter hides; undefined if no dish is left. */
  readonly hidden: number | undefined;
}

/** The conditions of the filter, each with a button that removes it, and the number of hidden dishes. */
export default function FilterConditions({ hidden }: FilterNoticeProps) {
  const { t } = useTranslation(['menu', 'filter']);
  const conditions = listConditions(useDishFilter());
  const place = useRef<HTMLDivElement>(null);

  // The focused button disappears with its condition.
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
              const name = nameCondition(t, condition);
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
