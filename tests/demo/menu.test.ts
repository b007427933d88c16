import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allergens, diets } from '#contract/dish/dish-labels.ts';
import type { Localized, WholeMerchant, WholeProduct } from '#server/menu/whole-merchant.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';

const demoMerchants = await readDemoMerchants();
const pictures = new URL('../../demo/pictures/', import.meta.url);
const products = (merchant: WholeMerchant): WholeProduct[] =>
  merchant.categories.flatMap((category) => category.products);
const everyProduct = demoMerchants.flatMap(products);
const everyGroup = everyProduct.flatMap((product) => product.modifierGroups);
const everyModifier = everyGroup.flatMap((group) => group.modifiers);
const merchant = (id: string): WholeMerchant => {
  const found = demoMerchants.find((one) => one.id === id);
  if (!found) throw new Error(`no merchant ${id}`);
  return found;
};

const texts = (): Localized[] => [
  ...demoMerchants.flatMap((one) => [one.shortName, one.desc, one.taxName]),
  ...demoMerchants.flatMap((one) => one.categories.map((category) => category.name)),
  ...demoMerchants.flatMap((one) => one.coupons.map((coupon) => coupon.name)),
  ...everyProduct.flatMap((product) => [product.name, product.description]),
  ...everyProduct.flatMap((product) => (product.unitLabel ? [product.unitLabel] : [])),
  ...everyGroup.map((group) => group.name),
  ...everyModifier.map((modifier) => modifier.name),
];

describe('the demonstration menus', () => {
  it.each([
    ['merchants', demoMerchants],
    ['tables', demoMerchants.flatMap((one) => one.tables)],
    ['categories', demoMerchants.flatMap((one) => one.categories)],
    ['coupons', demoMerchants.flatMap((one) => one.coupons)],
    ['products', everyProduct],
    ['modifier groups', everyGroup],
    ['modifiers', everyModifier],
  ])('%s have unique ids of digits', (_kind, rows) => {
    const ids = rows.map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[1-9]\d*$/);
      expect(Number.isSafeInteger(Number(id))).toBe(true);
    }
  });

  it('every price is a decimal string with at most two decimals', () => {
    const amounts = [
      ...everyProduct.map((product) => product.price),
      ...everyModifier.map((modifier) => modifier.price),
      ...demoMerchants.flatMap((one) =>
        one.coupons.flatMap((c) => [c.discountValue, c.thresholdAmount, c.maxDiscountAmount ?? '0']),
      ),
    ];
    for (const amount of amounts) expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d{1,2})?$/);
    for (const product of everyProduct) expect(Number(product.price)).toBeGreaterThan(0);
    for (const ending of ['.05', '.25']) expect(amounts.some((amount) => amount.endsWith(ending))).toBe(true);
    for (const one of demoMerchants)
      for (const rate of [one.taxRate, one.serviceChargeRate]) expect(rate).toMatch(/^0(\.\d+)?$/);
  });

  it('every group can be answered with what is available', () => {
    for (const product of everyProduct)
      for (const group of product.modifierGroups) {
        const available = group.modifiers.filter((modifier) => !modifier.soldOut).length;
        expect(available, `${product.id} ${group.name['en-US']}`).toBeGreaterThanOrEqual(
          Math.max(1, group.min),
        );
        expect(group.max).toBeGreaterThanOrEqual(Math.max(1, group.min));
        expect(group.max).toBeLessThanOrEqual(group.modifiers.length);
      }
  });

  it('every text is there in both languages', () => {
    for (const text of texts()) {
      expect(text['en-US'].trim()).not.toBe('');
      expect(text['en-US']).not.toMatch(/\p{Script=Han}/u);
      expect(text['zh-TW']).toMatch(/\p{Script=Han}/u);
      expect(text['zh-TW'], text['zh-TW']).not.toMatch(/\p{Script=Han}[,;:!?]/u);
    }
  });

  it('allergens and diets come from the fixed lists and do not contradict each other', () => {
    for (const product of everyProduct) {
      for (const allergen of product.allergens) expect(allergens).toContain(allergen);
      for (const diet of product.diets) expect(diets).toContain(diet);
      expect(new Set(product.allergens).size).toBe(product.allergens.length);
      const animal = product.allergens.filter((allergen) =>
        ['crustacean', 'fish', 'mollusc'].includes(allergen),
      );
      if (product.diets.includes('vegetarian')) expect(animal, product.name['en-US']).toEqual([]);
      if (product.diets.includes('vegan')) {
        expect(product.diets).toContain('vegetarian');
        expect(
          product.allergens.filter((a) => a === 'milk' || a === 'egg'),
          product.name['en-US'],
        ).toEqual([]);
      }
      if (product.diets.includes('glutenFree'))
        expect(product.allergens, product.name['en-US']).not.toContain('gluten');
    }
  });

  it.each([
    ['1001', 9, 64, 12],
    ['1002', 8, 60, 8],
    ['1003', 4, 20, 6],
  ])('merchant %s has its categories, products and tables', (id, categoryCount, productCount, tableCount) => {
    const one = merchant(id);
    expect(one.categories.length).toBeGreaterThanOrEqual(categoryCount);
    expect(products(one).length).toBeGreaterThanOrEqual(productCount);
    expect(one.tables.map((table) => table.name)).toEqual(
      Array.from({ length: tableCount }, (_, i) => String(i + 1)),
    );
    for (const table of one.tables) {
      expect(table.qrcodeId).toMatch(/^\d+$/);
      expect(table.id.startsWith(id)).toBe(true);
    }
    expect(new Set(one.tables.map((table) => table.qrcodeId)).size).toBe(tableCount);
    expect(one.themeColor).toMatch(/^#[0-9a-f]{6}$/);
    for (const category of one.categories) expect(category.products.length).toBeGreaterThan(0);
  });

  it.each(['1001', '1002', '1003'])('merchant %s shows what a menu can do', (id) => {
    const all = products(merchant(id));
    const groups = all.flatMap((product) => product.modifierGroups);
    expect(groups.some((group) => group.min >= 1)).toBe(true);
    expect(groups.some((group) => group.min === 0 && group.modifiers.some((m) => Number(m.price) > 0))).toBe(
      true,
    );
    const weighed = all.filter((product) => product.salesUnitType === 'weight');
    expect(weighed.length).toBeGreaterThan(0);
    for (const product of all)
      expect(product.unitLabel !== undefined).toBe(product.salesUnitType === 'weight');
    expect(all.filter((product) => product.soldOut).length).toBeGreaterThan(1);
    expect(all.some((product) => product.allergens.length > 0)).toBe(true);
    for (const diet of ['vegetarian', 'vegan', 'signature', 'glutenFree'] as const)
      expect(
        all.some((product) => product.diets.includes(diet)),
        diet,
      ).toBe(true);
  });

  it('the two larger menus let a guest choose several, within limits', () => {
    for (const id of ['1001', '1002']) {
      const groups = products(merchant(id)).flatMap((product) => product.modifierGroups);
      expect(groups.some((group) => group.min > 1)).toBe(true);
    }
  });

  it('the restaurants differ as they should', () => {
    const settings = demoMerchants.map((one) => [
      one.id,
      one.serverMode,
      one.guestMode,
      one.orderCodeRequired,
    ]);
    expect(settings).toEqual([
      ['1001', 0, true, false],
      ['1002', 0, false, true],
      ['1003', 1, true, false],
    ]);
    expect(merchant('1001').themeColor).toBe('#f6821f');
    expect(new Set(demoMerchants.map((one) => one.themeColor)).size).toBe(3);
  });
});

describe('the pictures', () => {
  // CL15
  it('are there for every product and restaurant, at both densities, and none is left over', () => {
    const slugs = new Set(everyProduct.map((product) => product.picture));
    expect(slugs.size).toBeGreaterThanOrEqual(45);
    const dishes = [...slugs].flatMap((slug) => [`${slug}@1x.webp`, `${slug}@2x.webp`]);
    const logos = demoMerchants.map(({ id }) => `logo-${id}.svg`);
    expect(readdirSync(pictures).toSorted()).toEqual([...dishes, ...logos].toSorted());
  });

  it('are WebP of the promised size and stay small together', () => {
    let bytes = 0;
    for (const name of readdirSync(pictures).filter((one) => one.endsWith('.webp'))) {
      const file = readFileSync(new URL(name, pictures));
      expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8 ');
      const side = name.endsWith('@2x.webp') ? 320 : 160;
      expect([file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]).toEqual([side, side]);
      bytes += statSync(new URL(name, pictures)).size;
    }
    expect(bytes).toBeLessThan(1_500_000);
  });
});
