import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setSoldOut } from '#contract/calls/staff.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Tick, TickPills } from '#src/kit/ui/controls/TickPills.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';
import { useStaffChange } from '../../../calls/staff-queries.ts';
import { useDraft } from '../draft-context.ts';
import { useHouse } from '../house.ts';
import { FormPart } from './FormPart.tsx';

/** What is sold out today: it counts at once and for every phone, whatever the draft says. */
export function TodayPart({ dish }: { dish: TreeDish }) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { soldOut } = useHouse();
  const { published } = useDraft();
  const { mutate } = useStaffChange(setSoldOut);
  // What was tapped shows at once, until the server has said so or otherwise.
  const [wanted, setWanted] = useState<boolean>();
  const live = published.dishes[dish.id];
  if (!live) return null;
  const options = live.modifierGroups.flatMap(({ modifiers }) => modifiers);
  const handleDish = (isSoldOut: boolean) => {
    setWanted(isSoldOut);
    mutate(
      { productId: dish.id, soldOut: isSoldOut },
      { onError: sayFailure, onSettled: () => setWanted(undefined) },
    );
  };

  return (
    <FormPart title={t('today.title')}>
      <Tick checked={wanted ?? soldOut.dishes.has(dish.id)} hint={t('today.hint')} onChange={handleDish}>
        {t('today.soldOut')}
      </Tick>
      {options.length > 0 && (
        <TickPills
          legend={t('today.options')}
          values={options.map(({ id }) => id).filter((id) => soldOut.options.has(id))}
          options={options.map(({ id, name }) => ({ value: id, label: name[language] }))}
          onToggle={(id) =>
            mutate({ modifierIds: [id], soldOut: !soldOut.options.has(id) }, { onError: sayFailure })
          }
        />
      )}
    </FormPart>
  );
}
