import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { ModifierGroup, Product } from '#contract/calls/merchant.ts';
import { useAddToCart } from '#src/add-to-cart/use-add-to-cart.ts';
import { useCartPart, useOrderPlace } from '#src/cart/hooks.ts';
import {
  buildItem,
  chooseInitially,
  countMissingChoices,
  listModifierIds,
  toggleChoice,
} from '#ui/dish/modifier-choices.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { listOwnLines } from '../adding/own-lines.ts';
import { useLineChange } from '../undo/use-line-change.ts';
import { storeChoices, getLastChoices } from './last-choices.ts';

interface Options {
  readonly product: Product;
  /** The line whose options are changed; undefined if the dish is added. */
  readonly line: TableLine | undefined;
  onClose(): void;
  /** A required choice is missing in this group. */
  onMissing(groupId: string): void;
}

export type DishForm = ReturnType<typeof useDishForm>;

/** The state of the form of a dish: options, notes and quantity, and the actions that add the dish or change its line. */
export function useDishForm({ product, line, onClose, onMissing }: Options) {
  const { t } = useTranslation(['dish']);
  const dishText = useDishText();
  const { merchantId } = useOrderPlace();
  const { add } = useAddToCart();
  const changeLine = useLineChange();
  const [showsMissing, setShowsMissing] = useState(false);
  const [isAdding, setAdding] = useState(false);
  /** The newest line of the same dish in the cart, which one tap adds again. */
  const last = useCartPart((cart) =>
    product.modifierGroups.length > 0 && !product.soldOut && !line
      ? listOwnLines(cart, product.id).at(-1)
      : undefined,
  );
  const [choices, setChoices] = useState(() => {
    // Start with the options of the line in the cart, because diners mostly change only one of them.
    const from = line ?? last;
    const before = from ? listModifierIds(from.item) : getLastChoices(merchantId, product.id);
    return chooseInitially(product.modifierGroups, before);
  });
  const [notes, setNotes] = useState(line?.item.notes ?? '');
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  const item = buildItem(product, choices, notes);

  const addAndClose = async (added: typeof item, pieces: number) => {
    setAdding(true);
    const isAdded = await add(added, pieces);
    setAdding(false);
    if (!isAdded) return;
    announce(t('dish:added', { dish: dishText(product.name, pieces, product.unitLabel) }));
    onClose();
  };
  const submit = async () => {
    setShowsMissing(true);
    const incomplete = product.modifierGroups.find((group) => countMissingChoices(choices, group) > 0);
    if (incomplete) return onMissing(incomplete.id);
    storeChoices(merchantId, product.id, listModifierIds(item));
    if (!line) return addAndClose(item, quantity);
    if (!changeLine(line.lineId, item)) showToast(t('dish:gone'));
    onClose();
  };

  return {
    item,
    choices,
    toggle: (group: ModifierGroup, modifierId: string) =>
      setChoices(toggleChoice(choices, group, modifierId)),
    notes,
    setNotes,
    quantity,
    setQuantity,
    last,
    isAdding,
    /** The diner has tapped the button while a required choice was missing. */
    showsMissing,
    /** Adds the dish or changes its line. */
    submit,
    /** Adds one piece of `line` again. */
    addAgain: (again: TableLine) => addAndClose(again.item, 1),
  };
}
