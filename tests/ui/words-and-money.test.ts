import { describe, expect, it } from 'vitest';
import { allergens, diets } from '#contract/calls/merchant.ts';
import enCart from '#locales/en-US/cart.ts';
import enMenu from '#locales/en-US/menu.ts';
import zhCart from '#locales/zh-TW/cart.ts';
import zhMenu from '#locales/zh-TW/menu.ts';
import { moneyText } from '#src/kit/ui/text/Price.tsx';

describe('money', () => {
  it('is written as the language writes the currency', () => {
    expect(moneyText('14.50', 'USD', 'en-US')).toBe('$14.50');
    expect(moneyText('14.50', 'USD', 'zh-TW')).toBe('US$14.50');
    expect(moneyText('1250.00', 'TWD', 'en-US')).toBe('NT$1,250');
    expect(moneyText('1250.00', 'TWD', 'zh-TW')).toBe('$1,250');
    expect(moneyText('12.50', 'TWD', 'zh-TW')).toBe('$12.50');
    expect(moneyText('-0.32', 'USD', 'zh-TW')).toBe('−US$0.32');
  });

  it('does not go through a float', () => {
    expect(moneyText('90071992547409.93', 'USD', 'en-US')).toBe('$90,071,992,547,409.93');
  });
});

describe('texts', () => {
  it.each([
    ['menu', enMenu, zhMenu],
    ['cart', enCart, zhCart],
  ])('have the same keys and placeholders in both languages (%s)', (_name, english, chinese) => {
    const en = flat(english);
    const zh = flat(chinese);
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
    for (const [key, text] of en)
      expect([key, placeholders(zh.get(key)!)]).toEqual([key, placeholders(text)]);
  });

  it('have a word for every diet and allergen', () => {
    expect(Object.keys(enMenu.diet).sort()).toEqual([...diets].sort());
    expect(Object.keys(enMenu.allergen).sort()).toEqual([...allergens].sort());
  });
});

function flat(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]: [string, string | object]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  );
}

/** `count` chooses the form and may go unsaid ("Please make a choice"). */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'count')
    .sort();
}
