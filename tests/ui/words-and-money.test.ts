import { describe, expect, it } from 'vitest';
import { allergens, diets } from '#contract/dish-labels.ts';
import enMenu from '#locales/en-US/menu.ts';
import { isolateDirection } from '#ui/i18n/i18n.ts';
import { formatMoney } from '#projections/bill/format-money.ts';

describe('money', () => {
  it('is written as the language writes the currency', () => {
    expect(formatMoney('14.50', 'USD', 'en-US')).toBe('$14.50');
    expect(formatMoney('14.50', 'USD', 'zh-TW')).toBe('$14.50');
    expect(formatMoney('1250.00', 'TWD', 'en-US')).toBe('$1,250');
    expect(formatMoney('1250.00', 'TWD', 'zh-TW')).toBe('$1,250');
    expect(formatMoney('12.50', 'TWD', 'zh-TW')).toBe('$12.50');
    expect(formatMoney('-0.32', 'USD', 'zh-TW')).toBe('−$0.32');
    expect(formatMoney('1250', 'HUF', 'en-US')).toBe('Ft\u00a01,250');
    expect(formatMoney('1250.00', 'JPY', 'en-US')).toBe('¥1,250');
    expect(formatMoney('12.5', 'USD', 'en-US')).toBe('$12.50');
    expect(formatMoney('1.125', 'KWD', 'en-US')).toBe('KWD\u00a01.125');
    expect(formatMoney('12.5', '', 'en-US')).toBe('12.50');
  });

  it('does not use floating point', () => {
    expect(formatMoney('90071992547409.93', 'USD', 'en-US')).toBe('$90,071,992,547,409.93');
  });
});

describe('texts', () => {
  it('keep a right-to-left name in its place', () => {
    expect(isolateDirection('شاورما 🌯')).toBe('\u2068شاورما 🌯\u2069');
    for (const name of ['Ann', '紅燒牛肉麵', 'Crème brûlée 🍮']) expect(isolateDirection(name)).toBe(name);
  });

  it('have a text for every diet and allergen', () => {
    expect(Object.keys(enMenu.diet).sort()).toEqual([...diets].sort());
    expect(Object.keys(enMenu.allergen).sort()).toEqual([...allergens].sort());
  });
});
