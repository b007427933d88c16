import { chooseText, type Localized } from '#contract/menu-file/localized.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import type { Menu } from '#testing/foreign-server/restaurant.ts';

/** The menu of the first demo restaurant, in one language. */
export async function readDemoMenus(language: LanguageCode): Promise<Menu[]> {
  const [merchant] = await readDemoMerchants();
  const chooseWords = (text: Localized) => chooseText(text, language);
  const categories = (merchant?.categories ?? []).map(({ id, name, products }) => ({
    id,
    name: chooseWords(name),
    products: products.map((product) => ({
      id: product.id,
      name: chooseWords(product.name),
      price: Number(product.price),
      description: chooseWords(product.description),
      weighed: product.salesUnitType === 'weight',
      groups: product.modifierGroups.map((group) => ({
        id: group.id,
        name: chooseWords(group.name),
        min: group.min,
        max: group.max,
        options: group.modifiers.map((option) => ({
          id: option.id,
          name: chooseWords(option.name),
          price: Number(option.price),
        })),
      })),
    })),
  }));
  return [{ id: '11', name: chooseWords(merchant!.shortName), categories }];
}
