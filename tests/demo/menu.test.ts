import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Localized, WholeMerchant, WholeProduct } from '#server/menu/whole-merchant.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';

const demoMerchants = await readDemoMerchants();
const pictures = new URL('../../demo/pictures/', import.meta.url);
const listProducts = (merchant: WholeMerchant): WholeProduct[] =>
  merchant.categories.flatMap((category) => category.products);
const everyProduct = demoMerchants.flatMap(listProducts);
const everyGroup = everyProduct.flatMap((product) => product.modifierGroups);
const everyModifier = everyGroup.flatMap((group) => group.modifiers);
const getMerchant = (id: string): WholeMerchant => {
  const found = demoMerchants.find((one) => one.id === id);
  if (!found) throw new Error(`no merchant ${id}`);
  return found;
};

const listTexts = (): Localized[] => [
  ...demoMerchants.flatMap((one) => [one.shortName, one.desc, one.taxName]),
  ...demoMerchants.flatMap((one) => one.categories.map((category) => category.name)),
  ...demoMerchants.flatMap((one) => one.coupons.map((coupon) => coupon.name)),
  ...everyProduct.flatMap((product) => [product.name, product.description]),
  ...everyProduct.flatMap((product) => (product.unitLabel ? [product.unitLabel] : [])),
  ...everyGroup.map((group) => group.name),
  ...everyModifier.map((modifier) => modifier.name),
];

describe('the demonstration menus', () => {
  it('every price is above zero, and some need banker’s rounding', () => {
    for (const product of everyProduct) expect(Number(product.price)).toBeGreaterThan(0);
    const prices = [...everyProduct, ...everyModifier].map(({ price }) => price);
    for (const ending of ['.05', '.25']) expect(prices.some((price) => price.endsWith(ending))).toBe(true);
  });

  it('every group can be answered with available options', () => {
    for (const group of everyGroup) {
      const available = group.modifiers.filter((modifier) => !modifier.soldOut).length;
      expect(available, group.name['en-US']).toBeGreaterThanOrEqual(Math.max(1, group.min));
    }
  });

  it('every text is in its language', () => {
    for (const text of listTexts()) {
      expect(text['en-US']).not.toMatch(/\p{Script=Han}/u);
      expect(text['zh-TW']).toMatch(/\p{Script=Han}/u);
      expect(text['zh-TW'], text['zh-TW']).not.toMatch(/\p{Script=Han}[,;:!?]/u);
    }
  });

  it.each([
    ['1001', 9, 64, 12],
    ['1002', 8, 60, 8],
    ['1003', 4, 20, 6],
  ])('merchant %s has its categories, products and tables', (id, categoryCount, productCount, tableCount) => {
    const one = getMerchant(id);
    expect(one.categories.length).toBeGreaterThanOrEqual(categoryCount);
    expect(listProducts(one).length).toBeGreaterThanOrEqual(productCount);
    expect(one.tables.map((table) => table.name)).toEqual(
      Array.from({ length: tableCount }, (_, i) => String(i + 1)),
    );
    for (const table of one.tables) expect(table.id.startsWith(id)).toBe(true);
    for (const category of one.categories) expect(category.products.length).toBeGreaterThan(0);
  });

  it.each(['1001', '1002', '1003'])('merchant %s shows every feature of a menu', (id) => {
    const all = listProducts(getMerchant(id));
    const groups = all.flatMap((product) => product.modifierGroups);
    expect(groups.some((group) => group.min >= 1)).toBe(true);
    expect(groups.some((group) => group.min === 0 && group.modifiers.some((m) => Number(m.price) > 0))).toBe(
      true,
    );
    expect(all.some((product) => product.salesUnitType === 'weight')).toBe(true);
    expect(all.filter((product) => product.soldOut).length).toBeGreaterThan(1);
    expect(all.some((product) => product.allergens.length > 0)).toBe(true);
    for (const diet of ['vegetarian', 'vegan', 'signature', 'glutenFree'] as const)
      expect(
        all.some((product) => product.diets.includes(diet)),
        diet,
      ).toBe(true);
  });

  it('the two larger menus let a guest choose several options, within limits', () => {
    for (const id of ['1001', '1002']) {
      const groups = listProducts(getMerchant(id)).flatMap((product) => product.modifierGroups);
      expect(groups.some((group) => group.min > 1)).toBe(true);
    }
  });

  it('the restaurants differ in the declared points', () => {
    const listSettings = ({ id, serverMode, guestMode, orderCodeRequired }: WholeMerchant) => [
      id,
      serverMode,
      guestMode,
      orderCodeRequired,
    ];
    expect(demoMerchants.map(listSettings)).toEqual([
      ['1001', 0, true, false],
      ['1002', 0, false, true],
      ['1003', 1, true, false],
    ]);
    expect(getMerchant('1001').themeColor).toBe('#f6821f');
    expect(new Set(demoMerchants.map((one) => one.themeColor)).size).toBe(3);
  });
});

describe('the pictures', () => {
  const covers: Readonly<Record<string, readonly [width: number, height: number]>> = {
    'cover-1001@1x.webp': [800, 350],
    'cover-1001@2x.webp': [1280, 560],
  };

  // CL15
  it('exist for every product and restaurant, at both densities, and there are no others', () => {
    const slugs = new Set(everyProduct.map((product) => product.picture));
    expect(slugs.size).toBeGreaterThanOrEqual(45);
    const dishes = [...slugs].flatMap((slug) => [`${slug}@1x.webp`, `${slug}@2x.webp`]);
    const logos = demoMerchants.map(({ id }) => `logo-${id}.svg`);
    expect(readdirSync(pictures).toSorted()).toEqual(
      [...Object.keys(covers), ...dishes, ...logos].toSorted(),
    );
  });

  it('are WebP of the declared size, and small', () => {
    let bytes = 0;
    for (const name of readdirSync(pictures).filter((one) => one.endsWith('.webp'))) {
      const file = readFileSync(new URL(name, pictures));
      expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8 ');
      const side = name.endsWith('@2x.webp') ? 320 : 160;
      const declared = covers[name] ?? [side, side];
      expect([file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]).toEqual(declared);
      expect(file.length).toBeLessThan(25_000);
      bytes += statSync(new URL(name, pictures)).size;
    }
    expect(bytes).toBeLessThan(1_500_000);
  });
});
