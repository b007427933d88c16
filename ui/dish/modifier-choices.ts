import type { ModifierGroup, Product } from '#contract/calls/merchant.ts';
import type { Item } from '#events/item.ts';

/** Chosen modifier ids by group, in the order of choosing. */
export type Choices = ReadonlyMap<string, readonly string[]>;

/**
 * What stands chosen when the sheet opens: what was chosen before, as far as it can be had today, what the restaurant
 * chooses otherwise, and what leaves no choice.
 * @param before modifier ids; undefined: nothing ever was, and what may be left out is not left out on purpose
 */
export function initialChoices(groups: readonly ModifierGroup[], before?: readonly string[]): Choices {
  const choices = new Map<string, readonly string[]>();
  for (const { id, min, max, modifiers } of groups) {
    const available = modifiers.filter((modifier) => !modifier.soldOut).map((modifier) => modifier.id);
    const again = available.filter((modifierId) => before?.includes(modifierId));
    const usual = modifiers.filter((modifier) => modifier.default && !modifier.soldOut).slice(0, max);
    if (min > 0 && available.length <= min) choices.set(id, available);
    else if (again.length > 0 && again.length <= max) choices.set(id, again);
    else if (usual.length > 0 && (min > 0 || before === undefined))
      choices.set(
        id,
        usual.map((modifier) => modifier.id),
      );
  }
  return choices;
}

export function listModifierIds({ modifiers }: Item): readonly string[] {
  return modifiers.map(({ modifierProductId }) => modifierProductId);
}

/** A tap on a modifier. Where only one may be chosen it takes the other's place; a full group takes no more. */
export function toggleChoice(choices: Choices, group: ModifierGroup, modifierId: string): Choices {
  const before = choices.get(group.id) ?? [];
  const after = before.includes(modifierId)
    ? before.filter((id) => id !== modifierId || isRadio(group))
    : group.max === 1
      ? [modifierId]
      : [...before, modifierId].slice(0, group.max);
  return new Map(choices).set(group.id, after);
}

/** Exactly one must be chosen. */
export function isRadio(group: ModifierGroup): boolean {
  return group.min === 1 && group.max === 1;
}

export function isFull(choices: Choices, group: ModifierGroup): boolean {
  return group.max > 1 && (choices.get(group.id)?.length ?? 0) >= group.max;
}

/** How many are still to be chosen in a group. */
export function countMissingChoices(choices: Choices, group: ModifierGroup): number {
  return Math.max(0, group.min - (choices.get(group.id)?.length ?? 0));
}

/** The dish as it goes into the cart, with names and prices as the diner sees them. */
export function buildItem(product: Product, choices: Choices, notes: string): Item {
  return {
    ...toPlainItem(product),
    notes,
    modifiers: product.modifierGroups.flatMap((group) =>
      group.modifiers
        .filter(({ id }) => choices.get(group.id)?.includes(id))
        .map(({ id, name, price }) => ({ modifierProductId: id, quantity: 1, price, name })),
    ),
  };
}

export function toPlainItem({ id, categoryId, name, price }: Product): Item {
  return { productId: id, categoryId, notes: '', modifiers: [], name, price };
}
