import type {
  Allergen,
  DemoCategory,
  DemoModifierGroup,
  DemoProduct,
  DemoTable,
  Diet,
  Localized,
} from '../catalogue/whole-merchant.ts';

/** A modifier before it belongs to a product. */
export interface ModifierDraft {
  name: Localized;
  price: string;
  soldOut?: boolean;
}

/** A modifier group before it belongs to a product: the same draft may serve many products. */
export interface GroupDraft {
  name: Localized;
  min: number;
  max: number;
  modifiers: ModifierDraft[];
}

interface DishExtras {
  allergens?: Allergen[];
  diets?: Diet[];
  groups?: GroupDraft[];
  soldOut?: boolean;
  /** Sold by weight in steps of this label. */
  per?: Localized;
}

export function t(en: string, zh: string): Localized {
  return { 'en-US': en, 'zh-TW': zh };
}

export function mod(en: string, zh: string, price = '0.00', soldOut = false): ModifierDraft {
  return soldOut ? { name: t(en, zh), price, soldOut } : { name: t(en, zh), price };
}

export function group(name: Localized, min: number, max: number, modifiers: ModifierDraft[]): GroupDraft {
  return { name, min, max, modifiers };
}

function twoDigits(position: number): string {
  return String(position + 1).padStart(2, '0');
}

/** Each product owns its groups: group id = product id + position, modifier id = group id + position. */
function ownGroups(productId: string, drafts: GroupDraft[]): DemoModifierGroup[] {
  return drafts.map((draft, g) => {
    const id = productId + twoDigits(g);
    return {
      id,
      name: draft.name,
      min: draft.min,
      max: draft.max,
      modifiers: draft.modifiers.map((modifier, m) => Object.assign({ id: id + twoDigits(m) }, modifier)),
    };
  });
}

export function dish(
  id: string,
  name: Localized,
  price: string,
  picture: string,
  description: Localized,
  extras: DishExtras = {},
): DemoProduct {
  const product: DemoProduct = {
    id,
    name,
    description,
    price,
    picture,
    salesUnitType: extras.per ? 'weight' : 'piece',
    allergens: extras.allergens ?? [],
    diets: extras.diets ?? [],
    modifierGroups: ownGroups(id, extras.groups ?? []),
  };
  if (extras.per) product.unitLabel = extras.per;
  if (extras.soldOut) product.soldOut = true;
  return product;
}

export function category(id: string, name: Localized, products: DemoProduct[]): DemoCategory {
  return { id, name, products };
}

/** Tables "1" to `count`, whose QR codes carry the same number. */
export function tables(merchantId: string, count: number): DemoTable[] {
  return Array.from({ length: count }, (_, index) => {
    const name = String(index + 1);
    return { id: merchantId + name.padStart(3, '0'), name, qrcodeId: name };
  });
}
