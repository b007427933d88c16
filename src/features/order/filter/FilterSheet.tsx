import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { allergens } from '#contract/calls/merchant.ts';
import { dishCount, dishNeeds, filterSize, type DishNeed } from '#projections/menu/menu-filter.ts';
import { space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Sheet } from '#src/kit/ui/layers/Sheet.tsx';
import { TickPills } from '#src/kit/ui/controls/TickPills.tsx';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';
import {
  clearFilter,
  needName,
  toggleCondition,
  useDishFilter,
  useSuitable,
  type Allergen,
} from './dish-filter.ts';
import { Row } from '#src/kit/ui/primitives.tsx';

/** What the diner eats and what not. Each tap counts at once; the button says what is left. */
export default function FilterSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['menu', 'filter']);
  const { menu } = useOrderPlace();
  const filter = useDishFilter();
  const left = dishCount(useSuitable().sections);
  const declared = new Set(
    menu?.categories.flatMap(({ products }) => products.flatMap(({ diets }) => diets)),
  );
  // What no dish of this restaurant claims would only empty the menu.
  const isOffered = (need: DishNeed) =>
    need === 'notSpicy' ? declared.has('spicy') : declared.has(need) || filter.needs.includes(need);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('filter:title')}
      footer={
        <Foot>
          <Button variant="quiet" disabled={filterSize(filter) === 0} onClick={clearFilter}>
            {t('filter.clear')}
          </Button>
          <Button wide onClick={onClose}>
            {left > 0 ? t('filter:show', { count: left }) : t('filter:showNone')}
          </Button>
        </Foot>
      }
    >
      <TickPills
        legend={t('filter:needs')}
        options={dishNeeds.filter(isOffered).map((need) => ({ value: need, label: needName(t, need) }))}
        values={filter.needs}
        onToggle={(of) => toggleCondition({ kind: 'need', of })}
      />
      <TickPills<Allergen>
        legend={t('filter:avoid')}
        options={allergens.map((each) => ({ value: each, label: t(`allergen.${each}`) }))}
        values={allergens.filter((each) => filter.avoid.includes(each))}
        onToggle={(of) => toggleCondition({ kind: 'avoid', of })}
      />
      <Row as="p" $gap="sm" $marginTop="xl" $type="small" $colour="textMuted" $icons="warning">
        <TriangleAlert aria-hidden />
        {t('filter:caution')}
      </Row>
    </Sheet>
  );
}

const Foot = styled.div`
  display: flex;
  gap: ${space.sm};

  > :first-child {
    flex: none;
  }
`;
