/** The words for a quantity of a dish. Some dishes are sold by weight. */
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import english from '#locales/en-US/common.ts';
import chinese from '#locales/zh-TW/common.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';

function Dish({ quantity, unitLabel }: { quantity: number; unitLabel: string | undefined }) {
  return useDishText()('Prawns', quantity, unitLabel);
}

test.each([
  [english, 3, undefined, '3\u00a0×\u00a0Prawns'],
  [english, 3, '100 g', '300 g Prawns'],
  [english, 2, 'half a pound', '2\u00a0×\u00a0half a pound Prawns'],
  [chinese, 3, '', 'Prawns\u00a0×\u00a03'],
  [chinese, 3, '100 g', 'Prawns 300 g'],
] as const)('%#: %s', async (common, quantity, unitLabel, words) => {
  const i18n = createInstance();
  await i18n.init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common } },
    interpolation: { escapeValue: false },
  });
  const page = (
    <I18nextProvider i18n={i18n}>
      <Dish quantity={quantity} unitLabel={unitLabel} />
    </I18nextProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(words);
});
