/** Menus of schema.org as JSON-LD, as websites have them (CX64). */
import { expect, test } from 'vitest';
import { importInto, formatNotices, createText } from './draft-of.ts';

const item = {
  '@type': 'MenuItem',
  name: 'Tomato soup',
  description: 'With basil',
  offers: { '@type': 'Offer', price: 6.5, priceCurrency: 'USD' },
  nutrition: { '@type': 'NutritionInformation', calories: '170 calories' },
  suitableForDiet: ['https://schema.org/VeganDiet', 'http://schema.org/GlutenFreeDiet', 'KosherDiet'],
};
const section = { '@type': 'MenuSection', name: 'Soups', hasMenuItem: [item] };
const menu = { '@type': 'Menu', hasMenuSection: section };

test.each([
  ['a Menu', { '@context': 'https://schema.org', ...menu }],
  [
    'the hasMenu of a Restaurant',
    { '@context': 'https://schema.org', '@type': 'Restaurant', name: 'R', hasMenu: menu },
  ],
  ['a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': ['Restaurant'], hasMenu: [menu] }] }],
  [
    'a graph with links',
    [
      {
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Restaurant', hasMenu: { '@id': '#menu' } },
          { '@id': '#menu', '@type': 'schema:Menu', hasMenuSection: [{ '@id': '#soups' }] },
          { '@id': '#soups', ...section },
        ],
      },
    ],
  ],
])('CX64: %s', async (_, document) => {
  const { format, mistakes, warnings, tree } = await importInto(JSON.stringify(document));
  expect({ format, mistakes }).toEqual({ format: 'jsonLd', mistakes: [] });
  expect(Object.values(tree.sections)).toMatchObject([{ name: createText('Soups') }]);
  expect(Object.values(tree.dishes)).toMatchObject([
    {
      name: createText('Tomato soup'),
      description: createText('With basil'),
      price: '6.50',
      diets: ['vegan', 'glutenFree'],
    },
  ]);
  expect(formatNotices(warnings)).toEqual(['Not used: nutrition, KosherDiet']);
});

test('sections within sections, dishes of the menu itself, languages, offers in other forms, add-ons', async () => {
  const { mistakes, warnings, tree } = await importInto(
    JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Menu',
      name: 'Lunch',
      hasMenuItem: { '@type': 'MenuItem', name: 'Bread', offers: [{ price: '1' }] },
      hasMenuSection: {
        name: 'Drinks',
        hasMenuSection: [
          {
            name: [
              { '@value': 'Tea', '@language': 'en' },
              { '@value': '茶', '@language': 'zh-Hant' },
            ],
            hasMenuItem: {
              identifier: 'oolong',
              name: 'Oolong',
              offers: { priceSpecification: { price: '3.00', priceCurrency: 'usd' } },
              menuAddOn: [
                { '@type': 'MenuItem', name: 'Honey', offers: { price: 0.5, priceCurrency: 'USD' } },
                { '@type': 'MenuSection', name: 'Ice', hasMenuItem: [{ name: 'Little' }, { name: 'Much' }] },
              ],
            },
          },
        ],
      },
    }),
  );
  expect(mistakes).toEqual([]);
  expect(tree.order.map((id) => tree.sections[id]!.name)).toEqual([
    createText('Lunch'),
    createText('Tea', '茶'),
  ]);
  expect(tree.dishes['oolong']).toMatchObject({
    price: '3.00',
    modifierGroups: [
      { name: createText('Ice'), min: 0, max: 2 },
      { name: createText('Extras', '加料'), modifiers: [{ name: createText('Honey'), price: '0.50' }] },
    ],
  });
  expect(formatNotices(warnings)).toEqual(['Prices without a currency are read as USD.']);
});

test('each mistake is named by its path', async () => {
  const wrong = {
    '@context': 'https://schema.org',
    '@type': 'Menu',
    hasMenuSection: [
      {
        name: 'Soups',
        hasMenuItem: [
          { ...item, offers: { price: '5', priceCurrency: 'EUR' } },
          { ...item, name: '', offers: { price: -1, priceCurrency: 'USD' } },
          { ...item, offers: undefined },
        ],
      },
    ],
  };
  expect(formatNotices((await importInto(JSON.stringify(wrong))).mistakes)).toEqual([
    'hasMenuSection[0].hasMenuItem[0].offers.priceCurrency: is in EUR, but this restaurant’s prices are in USD.',
    'hasMenuSection[0].hasMenuItem[1].name: must not be empty',
    'hasMenuSection[0].hasMenuItem[1].offers.price: must be an amount like 12.50, without a currency',
    'hasMenuSection[0].hasMenuItem[2].offers.price: must be an amount like 12.50, without a currency',
  ]);
  const link = { '@context': 'https://schema.org', '@type': 'Restaurant', hasMenu: 'https://r.example/menu' };
  expect(formatNotices((await importInto(JSON.stringify(link))).mistakes)).toEqual([
    expect.stringMatching(/^hasMenu: is only a link to the menu/),
  ]);
  const none = {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: 'constructor',
    suitableForDiet: '__proto__',
  };
  expect(formatNotices((await importInto(JSON.stringify(none))).mistakes)).toEqual([
    expect.stringMatching(/none of these/),
  ]);
});
