import { chooseText } from '#contract/menu-file/localized.ts';
import type { TreeSection } from '#contract/menu-file/menu-tree.ts';
import { Plus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Small, Stack } from '#ui/primitives.tsx';
import type { Draft } from 'immer';
import { Question } from '../../Question.tsx';
import { addDish, moveSection, createDish, removeSection } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { BothLanguages } from '../fields/BothLanguages.tsx';
import { useMistakes } from '../notices/mistakes.ts';
import type { Place } from '../list/use-place.ts';
import { CourseSelect } from './CourseSelect.tsx';
import { FormHead } from './FormHead.tsx';
import { FormPart } from './FormPart.tsx';
import { HoursPart } from './HoursPart.tsx';
import { setTax, TaxSelect } from './TaxSelect.tsx';
import { KitchenAndSearch } from './KitchenAndSearch.tsx';

/** The form of a section. */
export function SectionPage({ section, onGo }: { section: TreeSection; onGo(place: Place): void }) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { edit } = useDraft();
  const mistakeAt = useMistakes(section);
  const [asks, setAsks] = useState(false);
  const { id, dishes } = section;
  const name = chooseText(section.name, language) || t('section.unnamed');
  const change = (recipe: (draft: Draft<TreeSection>) => void) =>
    edit((tree) => {
      const draft = tree.sections[id];
      if (draft) recipe(draft);
    });

  const form = useRef<HTMLDivElement>(null);
  const isNew = name === t('section.unnamed');

  // A new section starts with the focus in its name.
  useEffect(() => {
    if (isNew) form.current?.querySelector('input')?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only as it is opened
  }, []);

  const handleRemove = () => {
    edit(removeSection(id));
    showToast(t('removed', { name }));
    onGo({});
  };
  const handleAdd = () => {
    const dishId = nanoid(10);
    edit(addDish(createDish(dishId), id));
    onGo({ dish: dishId });
  };

  return (
    <Stack $gap="md">
      <FormHead
        name={name}
        onBack={() => onGo({})}
        onMove={(by) => edit(moveSection(id, by))}
        onRemove={dishes.length > 0 ? () => setAsks(true) : handleRemove}
      />
      <div ref={form}>
        <FormPart title={t('section.title')}>
          <BothLanguages
            label={t('section.name')}
            texts={section.name}
            maxLength={400}
            error={mistakeAt(['name'])}
            onChange={(texts) => change((draft) => void (draft.name = texts))}
          />
          <TaxSelect
            label={t('section.tax')}
            tax={section.tax}
            inherited={undefined}
            inheritedText={(tax) => t('section.usualTax', { tax })}
            error={mistakeAt(['tax'])}
            onChange={(tax) => change((draft) => setTax(draft, tax))}
          />
          <CourseSelect course={section.course} change={change} />
          <KitchenAndSearch of={section} usualStation={t('section.firstStation')} change={change} />
          <Small>{t('list.dishes', { count: dishes.length })}</Small>
          <div>
            <Button variant="secondary" onClick={handleAdd}>
              <Plus aria-hidden />
              {t('list.addDish')}
            </Button>
          </div>
        </FormPart>
      </div>
      <HoursPart section={section} change={change} />
      <Question
        open={asks}
        onClose={() => setAsks(false)}
        title={t('section.removeTitle', { name })}
        text={t('section.removeText', { count: dishes.length })}
        yes={t('section.remove')}
        no={t('keep')}
        onYes={handleRemove}
      />
    </Stack>
  );
}
