/** The rows of the menu, as the server draws them into the page. */
import { expect, test } from 'vitest';
import { drawMenu } from '#src/features/order/page/draw-menu.tsx';
import type { Product } from '#contract/calls/merchant.ts';
import { bareDish } from '#testing/simulated-menu.ts';

function drawDish(dish: Partial<Product>): string {
  const product = { ...bareDish, id: 'soup', name: 'Noodle soup', price: '9.50', ...dish };
  const drawn = drawMenu({
    merchantId: '1001',
    language: 'en-US',
    at: 0,
    merchant: {
      id: '1001',
      serverMode: 0,
      shortName: 'Ann’s',
      desc: '',
      img: '',
      necessarySettingValues: [],
      currency: 'USD',
      taxRate: '0',
      taxName: '',
      serviceChargeRate: '0',
    },
    menu: { categories: [{ id: '1', name: 'Soups', products: [product] }] },
  });
  return /<li[^>]*data-dish.*<\/li>/s.exec(drawn)![0];
}

test('a dish with a picture and a description shows both', () => {
  const row = drawDish({ description: 'Four hours in the pot.', picture: { x1: '/1.webp', x2: '/2.webp' } });
  expect(row).toContain('<img src="/1.webp"');
  expect(row).toContain('Four hours in the pot.');
});

test('a dish without a picture is a row of text: nothing stands in for the picture', () => {
  const row = drawDish({});
  expect(row).not.toMatch(/<img|utensils/);
  expect(row).toMatch(/^<li[^>]*><div[^>]*><h3[^>]*>Noodle soup<\/h3>/);
  expect(row).toContain('$9.50');
});
