import { ListFilter } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Box } from '#ui/primitives.tsx';
import { nameCondition, toggleCondition, type Condition } from '../filter/conditions.ts';

/** Offers to use the diets and foods that the diner typed as a filter for the whole menu. */
export function OfferedFilter({ conditions }: { conditions: readonly Condition[] }) {
  const { t } = useTranslation(['menu', 'filter', 'search']);
  const list = new Intl.ListFormat(useLanguage());
  const place = useRef<HTMLDivElement>(null);
  const handleKeep = () => {
    conditions.forEach(toggleCondition);
    // The focused button disappears.
    place.current?.focus({ preventScroll: true });
  };

  return (
    <Box ref={place} tabIndex={-1} $above={conditions.length > 0 ? 'md' : undefined}>
      {conditions.length > 0 && (
        <Offer type="button" onClick={handleKeep}>
          <ListFilter aria-hidden />
          {t('search:keep', { name: list.format(conditions.map((each) => nameCondition(t, each))) })}
        </Offer>
      )}
    </Box>
  );
}

const Offer = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.lg};
  ${type.strong};
  text-align: start;
  color: ${colour('accentText')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('accentText')};
  border-radius: ${radius.round};

  > svg {
    flex: none;
    width: ${size.icon};
  }
`;
