import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { filterSize } from '#projections/menu/menu-filter.ts';
import { useTappedPart } from '#src/popups/lazy-popup.ts';
import { colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useDishFilter } from './dish-filter.ts';

const loadFilter = () => import('./FilterSheet.tsx');

/** The button that opens the filter. It shows how many conditions are set. */
export function FilterButton() {
  const { t } = useTranslation('menu');
  const count = filterSize(useDishFilter());
  const { Popup: FilterSheet, isOpen, open, close } = useTappedPart(loadFilter);

  return (
    <Place>
      <IconButton
        label={count > 0 ? t('filter.openSet', { count }) : t('filter.open')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <SlidersHorizontal aria-hidden />
      </IconButton>
      {count > 0 && <Count aria-hidden>{count}</Count>}
      {FilterSheet && <FilterSheet open={isOpen} onClose={close} />}
    </Place>
  );
}

const Place = styled.div`
  position: relative;
  flex: none;
`;

const Count = styled.span`
  position: absolute;
  inset: 0 0 auto auto;
  display: grid;
  place-items: center;
  min-width: ${size.badge};
  height: ${size.badge};
  padding-inline: ${space.xs};
  ${type.label};
  line-height: 1;
  ${figures};
  color: ${colour('surface')};
  background: ${colour('accentText')};
  border-radius: ${radius.round};
  pointer-events: none;
`;
