import { expect, test } from 'vitest';
import { pickLanguage } from '#ui/i18n/pick-language.ts';

test.each([
  [['zh-TW', 'en-US'], 'zh-TW'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['en-GB', 'zh-TW'], 'en-US'],
  // Spanish is declared but not offered.
  [['es-ES', 'zh'], 'zh-TW'],
  [['fr-FR', 'de'], 'en-US'],
  [[], 'en-US'],
])('a phone that speaks %j is greeted in %s', (wanted, greeted) => {
  expect(pickLanguage(wanted)).toBe(greeted);
});
