import { chooseText } from '#contract/menu-file/localized.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import type { WholeModifierGroup } from '#contract/menu-file/whole-merchant.ts';
import { Plus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Small } from '#ui/primitives.tsx';
import { useListFocus } from '../../focus.ts';
import { createGroup, changeDish } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { SelectField } from '../../../fields/SelectField.tsx';
import { FormPart } from './FormPart.tsx';
import { OptionGroup } from './OptionGroup.tsx';

/** The option groups of a dish. A group is created new or copied from another dish. */
export function OptionGroups({ dish }: { dish: TreeDish }) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { edit, tree } = useDraft();
  const { modifierGroups } = dish;
  const change = (recipe: Parameters<typeof changeDish>[1]) => edit(changeDish(dish.id, recipe));
  const { entries, adder, goTo } = useListFocus<HTMLDivElement>();
  const others = listGroupsElsewhere(Object.values(tree.dishes), dish);

  return (
    <FormPart title={t('options.title')}>
      {modifierGroups.length === 0 && <Small>{t('options.none')}</Small>}
      <Groups ref={entries}>
        {modifierGroups.map((group, index) => (
          <OptionGroup key={group.id} dish={dish} group={group} index={index} onRemoved={() => goTo(index)} />
        ))}
      </Groups>
      <Row $gap="md" $wrap $align="flex-end">
        <Button
          ref={adder}
          variant="secondary"
          onClick={() => {
            change((draft) => void draft.modifierGroups.push(createGroup(createId(), createId())));
            goTo(modifierGroups.length);
          }}
        >
          <Plus aria-hidden />
          {t('options.add')}
        </Button>
        {others.length > 0 && (
          <Box $grow="ownerField">
            <SelectField
              label={t('options.copy')}
              value=""
              options={[
                { value: '', label: t('options.copyWhich') },
                ...others.map(({ name }, index) => ({
                  value: String(index),
                  label: chooseText(name, language),
                })),
              ]}
              onChange={(index) => {
                const group = others[Number(index)];
                if (group) change((draft) => void draft.modifierGroups.push(group));
              }}
            />
          </Box>
        )}
      </Row>
    </FormPart>
  );
}

const Groups = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.lg};

  &:empty {
    display: none;
  }
`;

/** Lists the option groups of other dishes, equal ones once, without those that the dish already has. */
function listGroupsElsewhere(
  dishes: readonly TreeDish[],
  { id, modifierGroups }: TreeDish,
): WholeModifierGroup[] {
  const found = new Map<string, WholeModifierGroup>();
  const ownIds = new Set(
    modifierGroups.flatMap((group) => [group.id, ...group.modifiers.map((each) => each.id)]),
  );
  for (const dish of dishes) {
    if (dish.id === id) continue;
    for (const group of dish.modifierGroups) {
      if (ownIds.has(group.id) || group.modifiers.some((each) => ownIds.has(each.id))) continue;
      const options = group.modifiers.map(({ name, price }) => [name, price]);
      const says = JSON.stringify([group.name, group.min, group.max, options]);
      if (!found.has(says)) found.set(says, group);
    }
  }
  return [...found.values()];
}

function createId(): string {
  return nanoid(10);
}
