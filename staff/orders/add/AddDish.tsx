import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { allergyLength } from '#contract/allergy.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { describeWeight } from '#contract/dish/quantity.ts';
import { limits } from '#contract/limits.ts';
import { normaliseModifiers } from '#events/item.ts';
import { calculateLineAmount, countPlaces } from '#projections/bill/money.ts';
import { buildItem, chooseInitially, countMissingChoices, toggleChoice } from '#ui/dish/modifier-choices.ts';
import { ModifierGroupField } from '#ui/dish/ModifierGroupField.tsx';
import { colour, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextArea, TextField } from '#ui/controls/TextField.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import { useMoney } from '../../use-money.ts';
import { PiecesStepper } from '../sheets/PiecesStepper.tsx';
import { Problem } from '../sheets/Problem.tsx';
import type { AddProps } from '../sheets/step-props.ts';

interface Props extends AddProps {
  readonly product: Product;
  onBack(): void;
}

/** Chooses options, quantity and note of a dish that is added for the whole table. */
export function AddDish({ to, staff, product, onBack, onDone }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { act, isPending, problem } = useAct(staff.currency);
  const [choices, setChoices] = useState(() => chooseInitially(product.modifierGroups));
  const [notes, setNotes] = useState('');
  const [allergy, setAllergy] = useState('');
  const [quantity, setQuantity] = useState(1);
  const [isSubmitted, setSubmitted] = useState(false);
  const item = buildItem(product, choices, notes.trim());
  const price = money(calculateLineAmount(item, quantity, countPlaces(product.price)));
  const weight = describeWeight(quantity, product.unitLabel);
  const { name } = product;
  const dish =
    weight === undefined ? t('dish.pieces', { quantity, name }) : t('dish.weighed', { weight, name });
  const isIncomplete = product.modifierGroups.some((group) => countMissingChoices(choices, group) > 0);

  const handleAdd = () => {
    setSubmitted(true);
    if (isIncomplete) return;
    const { productId, categoryId } = item;
    const ordered = {
      productId,
      categoryId,
      notes: item.notes,
      modifiers: normaliseModifiers(item.modifiers),
    };
    const added = { item: ordered, quantity, ...(allergy.trim() !== '' && { allergy: allergy.trim() }) };
    act('tableId' in to ? { ...to, ...added } : { type: 'dishAdded', ...to, ...added, userId: '' }, {
      says: t('acts.added', { dish }),
      onDone,
    });
  };
  return (
    <Stack $gap="md">
      <Stack $align="flex-start">
        <Text as="h3" $type="heading">
          {product.name}
        </Text>
        <Button variant="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {t('add.otherDish')}
        </Button>
      </Stack>
      <PiecesStepper pieces={quantity} most={limits.quantity} weight={weight} onChange={setQuantity} />
      {product.modifierGroups.map((group) => (
        <ModifierGroupField
          key={group.id}
          group={group}
          choices={choices}
          currency={staff.currency}
          showsMissing={isSubmitted}
          onToggle={(modifierId) => setChoices(toggleChoice(choices, group, modifierId))}
        />
      ))}
      <TextField
        label={t('add.allergy')}
        value={allergy}
        maxLength={allergyLength}
        onChange={({ target }) => setAllergy(target.value)}
      />
      <TextArea
        label={t('add.notes')}
        value={notes}
        onChange={setNotes}
        maxLength={limits.notesLength}
        counter={t('add.counter', { used: notes.length, most: limits.notesLength })}
      />
      <Foot>
        <Problem text={problem?.text} />
        <Button wide busy={isPending} onClick={handleAdd}>
          {t('add.submit', { price })}
        </Button>
      </Foot>
    </Stack>
  );
}

/** Stays at the bottom of the sheet while the options scroll. */
const Foot = styled.div`
  position: sticky;
  bottom: 0;
  padding-block: ${space.sm};
  background: ${colour('surface')};
  /* Covers the padding below, down to the edge of the sheet. */
  box-shadow: 0 ${space.xxl} ${colour('surface')};
`;
