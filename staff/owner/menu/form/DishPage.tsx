import { chooseText, createTexts } from '#contract/menu-file/localized.ts';
import { findSection, type TreeDish } from '#contract/menu-file/menu-tree.ts';
import { CopyPlus, Smartphone } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { up } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Stack } from '#ui/primitives.tsx';
import { duplicateDish, moveDish, moveDishTo, removeDish } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { SelectField } from '../../../fields/SelectField.tsx';
import { PhonePreview } from '../preview/PhonePreview.tsx';
import type { Place } from '../list/use-place.ts';
import { DishForm } from './DishForm.tsx';
import { FormHead } from './FormHead.tsx';

/** A dish: its actions, its form, and on narrow screens a button that opens the preview. */
export function DishPage({ dish, onGo }: { dish: TreeDish; onGo(place: Place): void }) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { edit, tree } = useDraft();
  const [looks, setLooks] = useState(false);
  useBackLayer(looks, () => setLooks(false));
  const name = chooseText(dish.name, language) || t('dish.unnamed');
  const section = findSection(tree, dish.id);

  const form = useRef<HTMLDivElement>(null);
  const isNew = name === t('dish.unnamed');

  // A new dish starts with the focus in its name.
  useEffect(() => {
    if (isNew) form.current?.querySelector('input')?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only as it is opened
  }, []);

  const handleCopy = () => {
    const id = nanoid(10);
    edit(duplicateDish(dish.id, id));
    onGo({ dish: id });
  };
  const handleRemove = () => {
    edit(removeDish(dish.id));
    showToast(t('removed', { name }));
    onGo({ section: section?.id });
  };

  return (
    <Stack $gap="md">
      <FormHead
        name={name}
        onBack={() => onGo({})}
        onMove={(by) => edit(moveDish(dish.id, by))}
        onRemove={handleRemove}
      >
        <Narrow>
          <IconButton label={t('phone.open')} onClick={() => setLooks(true)}>
            <Smartphone aria-hidden />
          </IconButton>
        </Narrow>
        <IconButton label={t('dish.copy', { name })} onClick={handleCopy}>
          <CopyPlus aria-hidden />
        </IconButton>
      </FormHead>
      {tree.order.length > 1 && (
        <SelectField
          label={t('dish.section')}
          value={section?.id ?? ''}
          options={tree.order.map((id) => ({
            value: id,
            label: chooseText(tree.sections[id]?.name ?? createTexts(), language) || t('section.unnamed'),
          }))}
          onChange={(id) => edit(moveDishTo(dish.id, id))}
        />
      )}
      <div ref={form}>
        <DishForm dish={dish} />
      </div>
      <Sheet open={looks} onClose={() => setLooks(false)} title={t('phone.title')} height="tall">
        <PhonePreview dish={dish} legend={t('phone.language')} />
      </Sheet>
    </Stack>
  );
}

/** Wide screens show the preview next to the form and need no button. */
const Narrow = styled.span`
  ${up('xl')} {
    display: none;
  }
`;
