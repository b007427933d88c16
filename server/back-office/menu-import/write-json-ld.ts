/** Writes a menu as JSON-LD in the words of schema.org. Search engines and other programs read it. */
import type {
  Localized,
  WholeCategory,
  WholeModifier,
  WholeModifierGroup,
  WholeProduct,
} from '#contract/menu-file/whole-merchant.ts';
import { schemaDiets } from './json-ld-diets.ts';

interface Restaurant {
  readonly name: Localized;
  readonly currency: string;
}

export function writeJsonLd(categories: readonly WholeCategory[], { name, currency }: Restaurant): string {
  const offer = (price: string) => ({ '@type': 'Offer', price, priceCurrency: currency });
  const writeItem = ({ id, name: words, price }: WholeModifier | WholeProduct) => ({
    '@type': 'MenuItem',
    identifier: id,
    name: toText(words),
    offers: offer(price),
  });
  const addOn = ({ id, name: words, modifiers }: WholeModifierGroup) => ({
    '@type': 'MenuSection',
    identifier: id,
    name: toText(words),
    hasMenuItem: modifiers.map(writeItem),
  });
  const writeDish = (product: WholeProduct) => ({
    ...writeItem(product),
    ...(Object.values(product.description).some((text) => text !== '') && {
      description: toText(product.description),
    }),
    suitableForDiet: listDiets(product),
    ...(product.modifierGroups.length > 0 && { menuAddOn: product.modifierGroups.map(addOn) }),
  });
  const menu = {
    '@context': 'https://schema.org',
    '@type': 'Menu',
    name: toText(name),
    hasMenuSection: categories.map(({ id, name: words, products }) => ({
      '@type': 'MenuSection',
      identifier: id,
      name: toText(words),
      hasMenuItem: products.map(writeDish),
    })),
  };
  return `${JSON.stringify(menu, null, 2)}\n`;
}

function listDiets({ diets }: WholeProduct): string[] {
  return Object.entries(schemaDiets)
    .filter(([, diet]) => diets.includes(diet))
    .map(([name]) => `https://schema.org/${name}`);
}

/** One text, or one for each language that has one. */
function toText(text: Localized): unknown {
  const [first = '', ...others] = Object.values(text);
  if (others.every((each) => each === first)) return first;
  return Object.entries(text)
    .filter(([, words]) => words !== '')
    .map(([language, words]) => ({ '@value': words, '@language': language }));
}
