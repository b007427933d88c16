import { chooseText } from '#contract/menu-file/localized.ts';
import type { TreeDish, TreeSection } from '#contract/menu-file/menu-tree.ts';
import type { Draft } from 'immer';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/routes/language.ts';
import { SelectField } from '../../../fields/SelectField.tsx';
import { listStations } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { Aliases } from '../fields/Aliases.tsx';
import { useMistakes } from '../notices/mistakes.ts';

interface Props {
  readonly of: TreeDish | TreeSection;
  /** The station that applies if none is chosen. */
  readonly usualStation: string;
  change(recipe: (draft: Draft<Pick<TreeDish, 'aliases' | 'station'>>) => void): void;
}

/** Aliases of a dish or section, and the kitchen station that makes it. */
export function KitchenAndSearch({ of, usualStation, change }: Props) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { tree } = useDraft();
  const mistakeAt = useMistakes(of);
  return (
    <>
      <Aliases
        aliases={of.aliases ?? []}
        error={mistakeAt(['aliases'])}
        onChange={(aliases) =>
          change((draft) => {
            if (aliases.length > 0) draft.aliases = aliases;
            else delete draft.aliases;
          })
        }
      />
      {tree.stationOrder.length > 0 && (
        <SelectField
          label={t('dish.station')}
          value={of.station ?? ''}
          options={[
            { value: '', label: usualStation },
            ...listStations(tree).map(({ id, name }) => ({ value: id, label: chooseText(name, language) })),
          ]}
          onChange={(station) =>
            change((draft) => {
              if (station) draft.station = station;
              else delete draft.station;
            })
          }
        />
      )}
    </>
  );
}
