import type { House, Line } from '../house.ts';
import { fieldsOf, idOf, listOf, numberOf, textOf, type Fields } from '../wire/loose.ts';
import { findModifier, findProduct, type Product } from '../menu/menu.ts';
import { codes, isRefusal, refusal, type Refusal } from '../wire/refusal.ts';

/**
 * Reads the lines of a request. A line whose id is known keeps it; any other gets a new one.
 * Lines of nothing are dropped. Prices are the menu's, never the request's.
 *
 * @param known the lines that the server already has and that the request may name
 */
export function readLines(house: House, value: unknown, known: Line[]): Line[] | Refusal {
  const lines: Line[] = [];
  for (const item of listOf(value)) {
    const line = readLine(house, fieldsOf(item), known);
    if (isRefusal(line)) return line;
    if (line.quantity > 0) lines.push(line);
  }
  return lines;
}

/** Whether two lines are one dish: same product, notes and options. */
export function isSameDish(one: Line, other: Line): boolean {
  return (
    one.product.id === other.product.id &&
    one.notes === other.notes &&
    optionsText(one) === optionsText(other)
  );
}

function readLine(house: House, fields: Fields, known: Line[]): Line | Refusal {
  const productId = idOf(fields['productId']);
  const quantity = numberOf(fields['quantity']);
  if (!productId || quantity === undefined)
    return refusal(codes.badRequest, 'A line needs product and quantity');
  const product = findProduct(house.menus, productId)?.product;
  if (!product) return refusal(codes.soldOut, 'This item was taken off the menu');
  const before = known.find((each) => each.id === idOf(fields['id']));
  if (product.soldOut && quantity > (before?.quantity ?? 0)) {
    return refusal(codes.soldOut, `${product.name} is sold out`);
  }
  const modifiers = readModifiers(house, product, fields['orderItemModifiers'], before);
  if (isRefusal(modifiers)) return modifiers;
  return {
    id: before?.id ?? house.nextId(),
    product,
    quantity,
    notes: textOf(fields['notes']) ?? '',
    modifiers,
    carried: {
      mode: fields['mode'] ?? 'normal',
      type: fields['type'] ?? 'normal',
      condiments: fields['condiments'] ?? [],
    },
  };
}

function readModifiers(
  house: House,
  product: Product,
  value: unknown,
  before: Line | undefined,
): Line['modifiers'] | Refusal {
  const modifiers: Line['modifiers'] = [];
  for (const item of listOf(value)) {
    const fields = fieldsOf(item);
    const modifier = findModifier(product, idOf(fields['modifierProductId']) ?? '');
    if (!modifier)
      return refusal(codes.addAgain, `${product.name} has other options now, please add it again`);
    const quantity = numberOf(fields['quantity']) ?? 1;
    const same = before?.modifiers.find(
      (each) => each.modifier.modifierProductId === modifier.modifierProductId,
    );
    if (quantity > 0) modifiers.push({ id: same?.id ?? house.nextId(), modifier, quantity });
  }
  return modifiers;
}

function optionsText(line: Line): string {
  return line.modifiers
    .map((each) => `${each.modifier.modifierProductId}x${each.quantity}`)
    .sort()
    .join();
}
