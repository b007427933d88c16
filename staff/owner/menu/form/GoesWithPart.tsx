import { chooseText } from '#contract/menu-file/localized.ts';
import { listCategories, type TreeDish } from '#contract/menu-file/menu-tree.ts';
import { limits } from '#contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { TickPills } from '#ui/controls/TickPills.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { SelectField } from '../../../fields/SelectField.tsx';
import type { changeDish } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';

interface Props {
  readonly dish: TreeDish;
  change(recipe: Parameters<typeof changeDish>[1]): void;
}

/** The dishes that are suggested to guests who add this one, before those of the orders. */
export function GoesWithPart({ dish, change }: Props) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { tree } = useDraft();
  const chosen = dish.goesWith ?? [];
  const options = listCategories(tree)
    .flatMap(({ products }) => products)
    .filter(({ id }) => id !== dish.id)
    .map(({ id, name }) => ({ value: id, label: chooseText(name, language) }));
  const set = (ids: string[]) =>
    change((draft) => {
      if (ids.length > 0) draft.goesWith = ids;
      else delete draft.goesWith;
    });
  return (
    <>
      {chosen.length > 0 && (
        <TickPills
          legend={t('dish.goesWith')}
          values={chosen}
          options={chosen.flatMap((id) => options.find(({ value }) => value === id) ?? [])}
          onToggle={(id) => set(chosen.filter((each) => each !== id))}
        />
      )}
      {chosen.length < limits.goesWith && (
        <SelectField
          label={t('dish.addGoesWith')}
          value=""
          options={[
            { value: '', label: t('dish.noGoesWith') },
            ...options.filter(({ value }) => !chosen.includes(value)),
          ]}
          onChange={(id) => set([...chosen, id])}
        />
      )}
    </>
  );
}
