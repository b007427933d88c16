import { createTexts } from '#contract/menu-file/localized.ts';
import { findSection, type TreeDish } from '#contract/menu-file/menu-tree.ts';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { allergens, diets } from '#contract/dish-labels.ts';
import { TickPills } from '#ui/controls/TickPills.tsx';
import { size, space } from '#ui/theme/tokens.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Stack } from '#ui/primitives.tsx';
import { changeDish } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { BothLanguages } from '../fields/BothLanguages.tsx';
import { PriceBox } from '../fields/PriceBox.tsx';
import { useRestaurant } from '../restaurant.ts';
import { useMistakes } from '../notices/mistakes.ts';
import { FormPart } from './FormPart.tsx';
import { GoesWithPart } from './GoesWithPart.tsx';
import { KitchenAndSearch } from './KitchenAndSearch.tsx';
import { OptionGroups } from './OptionGroups.tsx';
import { PicturePart } from './PicturePart.tsx';
import { setTax, TaxSelect } from './TaxSelect.tsx';
import { TodayPart } from './TodayPart.tsx';

/** The form of a dish. */
export function DishForm({ dish }: { dish: TreeDish }) {
  const { t } = useTranslation('ownerMenu');
  const { currency } = useRestaurant();
  const { edit, tree } = useDraft();
  const mistakeAt = useMistakes(dish);
  const change = (recipe: Parameters<typeof changeDish>[1]) => edit(changeDish(dish.id, recipe));
  const isWeighed = dish.salesUnitType === 'weight';

  return (
    <Stack $gap="lg">
      <FormPart title={t('dish.parts.main')}>
        <BothLanguages
          label={t('dish.name')}
          texts={dish.name}
          maxLength={textLength}
          error={mistakeAt(['name'])}
          onChange={(name) => change((draft) => void (draft.name = name))}
        />
        <BothLanguages
          label={t('dish.description')}
          texts={dish.description}
          long
          maxLength={textLength}
          error={mistakeAt(['description'])}
          onChange={(description) => change((draft) => void (draft.description = description))}
        />
        <PriceAndUnit>
          <PriceBox
            label={t('dish.price', { currency })}
            amount={dish.price}
            error={mistakeAt(['price'])}
            onChange={(price) => change((draft) => void (draft.price = price))}
          />
          <Choices
            legend={t('dish.soldBy')}
            value={dish.salesUnitType}
            options={[
              { value: 'piece', label: t('dish.piece') },
              { value: 'weight', label: t('dish.weight') },
            ]}
            onChange={(unit) =>
              change((draft) => {
                draft.salesUnitType = unit;
                if (unit === 'weight') draft.unitLabel ??= createTexts();
                else delete draft.unitLabel;
              })
            }
          />
        </PriceAndUnit>
        <TaxSelect
          label={t('dish.tax')}
          tax={dish.tax}
          inherited={findSection(tree, dish.id)?.tax}
          inheritedText={(tax) => t('dish.taxOfSection', { tax })}
          error={mistakeAt(['tax'])}
          onChange={(tax) => change((draft) => setTax(draft, tax))}
        />
        {isWeighed && (
          <BothLanguages
            label={t('dish.unit')}
            hint={t('dish.unitHint')}
            texts={dish.unitLabel ?? createTexts()}
            maxLength={textLength}
            error={mistakeAt(['unitLabel'])}
            onChange={(unitLabel) => change((draft) => void (draft.unitLabel = unitLabel))}
          />
        )}
      </FormPart>
      <PicturePart dish={dish} />
      <OptionGroups dish={dish} />
      <TodayPart dishId={dish.id} />
      <Labels dish={dish} change={change} />
      <FormPart title={t('dish.parts.more')}>
        <KitchenAndSearch of={dish} usualStation={t('dish.stationOfSection')} change={change} />
        <GoesWithPart dish={dish} change={change} />
      </FormPart>
    </Stack>
  );
}

interface LabelsProps {
  readonly dish: TreeDish;
  change(recipe: Parameters<typeof changeDish>[1]): void;
}

/** The diets that a dish suits, and its allergens. */
function Labels({ dish, change }: LabelsProps) {
  const { t } = useTranslation(['ownerMenu', 'menu']);
  const toggleName = <Name extends string>(names: readonly Name[], name: Name): Name[] =>
    names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
  return (
    <FormPart title={t('dish.parts.labels')}>
      <TickPills
        legend={t('dish.diets')}
        values={dish.diets}
        options={diets.map((value) => ({ value, label: t(`menu:diet.${value}`) }))}
        onToggle={(diet) => change((draft) => void (draft.diets = toggleName(draft.diets, diet)))}
      />
      <TickPills
        legend={t('dish.allergens')}
        values={dish.allergens}
        options={allergens.map((value) => ({ value, label: t(`menu:allergen.${value}`) }))}
        onToggle={(allergen) =>
          change((draft) => void (draft.allergens = toggleName(draft.allergens, allergen)))
        }
      />
    </FormPart>
  );
}

/** UTF-16 code units. */
const textLength = 400;

const PriceAndUnit = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.readable}), 1fr));
  gap: ${space.lg};
  align-items: start;
`;
