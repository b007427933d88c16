import type { ModifierGroup, Product } from '#contract/calls/merchant.ts';
import type { Item } from '#events/item.ts';

/** Chosen modifier ids by group, in the order of choosing. */
export type Choices = ReadonlyMap<string, readonly string[]>;

/**
 * The choices when a dish's sheet opens. For each group, the first that applies: all available modifiers if no choice is
 * left; the diner's last choices; the restaurant's defaults.
 * @param before modifier ids of the last time. undefined at the first time: optional groups get their defaults only then,
 *   because later an empty choice was made on purpose.
 */
export function chooseInitially(groups: readonly ModifierGroup[], before?: readonly string[]): Choices {
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

/** Applies a tap on a modifier. In a group of one it replaces the chosen one. A full group ignores it. */
export function toggleChoice(choices: Choices, group: ModifierGroup, modifierId: string): Choices {
  const before = choices.get(group.id) ?? [];
  const after = before.includes(modifierId)
    ? before.filter((id) => id !== modifierId || isRadio(group))
    : group.max === 1
      ? [modifierId]
      : [...before, modifierId].slice(0, group.max);
  return new Map(choices).set(group.id, after);
}

/** Whether exactly one modifier must be chosen. */
export function isRadio(group: ModifierGroup): boolean {
  return group.min === 1 && group.max === 1;
}

export function isFull(choices: Choices, group: ModifierGroup): boolean {
  return group.max > 1 && (choices.get(group.id)?.length ?? 0) >= group.max;
}

/** Counts the choices that a group still needs. */
export function countMissingChoices(choices: Choices, group: ModifierGroup): number {
  return Math.max(0, group.min - (choices.get(group.id)?.length ?? 0));
}

/** Builds the cart's item from a dish, with the names and prices that the diner sees. */
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
