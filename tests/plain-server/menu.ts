import { salesUnitType, setting } from '#contract/states.ts';
import { zero, type Amount } from '#projections/bill/money.ts';
import type { WholeMerchant, WholeProduct, Localized } from '#server/catalogue/whole-merchant.ts';

type Say = (text: Localized) => string;

/** What a phone needs to know first about a merchant. */
export function tinyMerchantAnswer(merchant: WholeMerchant, say: Say) {
  const settings = [
    [setting.supportsGuest, merchant.guestMode],
    [setting.orderCodeRequired, merchant.orderCodeRequired],
    [setting.themePrimaryColour, merchant.themeColor],
    [setting.clearTableCartMinutes, merchant.clearTableCartMinutes],
  ] as const;
  return {
    ...homeAnswer(merchant, say),
    serverMode: merchant.serverMode,
    necessarySettingValues: settings.map(([templateEnum, value]) => ({ templateEnum, value: String(value) })),
    currency: merchant.currency,
    taxRate: merchant.taxRate,
    taxName: say(merchant.taxName),
    serviceChargeRate: merchant.serviceChargeRate,
  };
}

export function homeAnswer({ id, shortName, desc, categories }: WholeMerchant, say: Say) {
  return {
    id,
    shortName: say(shortName),
    desc: say(desc),
    img: `/pictures/logo-${id}.svg`,
    categories: categories.map((category) => ({ id: category.id, name: say(category.name) })),
  };
}

export function menuAnswer({ categories }: WholeMerchant, say: Say) {
  return {
    categories: categories.map(({ id, name, products }) => ({
      id,
      name: say(name),
      products: products.map((product) => productAnswer(id, product, say)),
    })),
  };
}

function productAnswer(categoryId: string, product: WholeProduct, say: Say) {
  return {
    id: product.id,
    categoryId,
    name: say(product.name),
    description: say(product.description),
    price: Number(product.price),
    picture: {
      x1: `/pictures/${product.picture}@1x.webp`,
      x2: `/pictures/${product.picture}@2x.webp`,
    },
    salesUnitType: salesUnitType[product.salesUnitType],
    unitLabel: product.unitLabel ? say(product.unitLabel) : '',
    allergens: product.allergens,
    diets: product.diets,
    soldOut: product.soldOut ?? false,
    modifierGroups: product.modifierGroups.map((group) => ({
      id: group.id,
      name: say(group.name),
      min: group.min,
      max: group.max,
      modifiers: group.modifiers.map(({ id, name, price, soldOut = false }) => ({
        id,
        name: say(name),
        price: Number(price),
        soldOut,
      })),
    })),
  };
}

/** A dish of the merchant, undefined when it is not on the menu. */
export function findProduct({ categories }: WholeMerchant, productId: string): WholeProduct | undefined {
  return categories.flatMap(({ products }) => products).find(({ id }) => id === productId);
}

/** What a choice costs more; nothing for one that the dish does not have. */
export function modifierOf(
  product: WholeProduct | undefined,
  id: string,
): { name?: Localized; price: Amount } {
  return (
    product?.modifierGroups.flatMap(({ modifiers }) => modifiers).find((each) => each.id === id) ?? {
      price: zero,
    }
  );
}
