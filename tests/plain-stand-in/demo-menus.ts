import type { LanguageCode } from '#contract/http/headers.ts';
import { readDemoMerchants } from '#server/demo/restaurants.ts';
import type { Menu } from '#workshop/plain-server/menu/menu.ts';

/** The menu of the demo's first restaurant, in one language. */
export async function demoMenus(language: LanguageCode): Promise<Menu[]> {
  const [merchant] = await readDemoMerchants();
  const say = (text: Readonly<Record<LanguageCode, string>>) => text[language];
  const categories = (merchant?.categories ?? []).map(({ id, name, products }) => ({
    id,
    name: say(name),
    products: products.map((product) => ({
      id: product.id,
      name: say(product.name),
      posName: say(product.name),
      sendChefName: say(product.name),
      desc: say(product.description),
      price: Number(product.price),
      originalPrice: Number(product.price),
      isTaxFree: false,
      salesUnitType: product.salesUnitType === 'weight' ? ('weight' as const) : ('piece' as const),
      modifierGroups: product.modifierGroups.map((group) => ({
        id: group.id,
        name: say(group.name),
        min: group.min,
        max: group.max,
        modifiers: group.modifiers.map(({ id: modifierProductId, name: choice, price }) => ({
          modifierProductId,
          name: say(choice),
          price: Number(price),
        })),
      })),
      soldOut: false,
      allergens: [],
      diets: [],
      unit: '',
    })),
  }));
  return [{ id: '11', name: say(merchant!.shortName), categories }];
}
