import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { allergens } from '#contract/dish-labels.ts';
import {
  countDishes,
  dishNeeds,
  filterSize,
  foods,
  isFoodNamed,
  type DishNeed,
} from '#projections/menu/menu-filter.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { TickPills } from '#ui/controls/TickPills.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { nameAvoided, listConditions, nameNeed, toggleCondition } from './conditions.ts';
import { clearFilter, useDishFilter, useSuitable } from './dish-filter.ts';
import { Row, Text } from '#ui/primitives.tsx';

/** The form of the filter. Each tap takes effect at once, and the button shows how many dishes are left. */
export default function FilterSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['menu', 'filter']);
  const language = useLanguage();
  const { menu } = useOrderPlace();
  const filter = useDishFilter();
  const left = countDishes(useSuitable().sections);
  const dishes = menu?.categories.flatMap(({ products }) => products) ?? [];
  const declared = new Set(dishes.flatMap(({ diets }) => diets));
  // A diet that no dish of this restaurant declares would only empty the menu.
  const isOffered = (need: DishNeed) =>
    need === 'notSpicy' ? declared.has('spicy') : declared.has(need) || filter.needs.includes(need);
  const offeredFoods = foods.filter(
    (food) => filter.foods.includes(food) || dishes.some((dish) => isFoodNamed(dish, food)),
  );
  const avoidable = [
    ...offeredFoods.map((of) => ({ kind: 'food', of }) as const),
    ...allergens.map((of) => ({ kind: 'avoid', of }) as const),
  ];

  const contained = new Set(dishes.flatMap((dish) => dish.allergens));
  const undeclared = allergens.filter((of) => !contained.has(of)).map((of) => t(`allergen.${of}`));

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
        options={dishNeeds.filter(isOffered).map((need) => ({ value: need, label: nameNeed(t, need) }))}
        values={filter.needs}
        onToggle={(of) => toggleCondition({ kind: 'need', of })}
      />
      <TickPills
        legend={t('filter:avoid')}
        options={avoidable.map((each) => ({ value: each.of, label: nameAvoided(t, each) }))}
        values={listConditions(filter).map(({ of }) => of)}
        onToggle={(value) => toggleCondition(avoidable.find(({ of }) => of === value)!)}
      />
      {undeclared.length > 0 && (
        <Text $type="small" $colour="textMuted" $above="sm">
          {t('filter:undeclared', { list: new Intl.ListFormat(language).format(undeclared) })}
        </Text>
      )}
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
