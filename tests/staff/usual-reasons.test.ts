import { expect, test } from 'vitest';
import { translateReason } from '#staff/usual-reasons.ts';

test.each([
  ['zh-TW', 'Ordered by mistake', '點錯了'],
  ['en-US', '點錯了', 'Ordered by mistake'],
  ['en-US', 'Ordered by mistake', 'Ordered by mistake'],
  ['zh-TW', 'They waited too long', '讓客人久等'],
  ['en-US', '沒有上菜', 'It never came'],
  ['zh-TW', 'fell down', 'fell down'],
] as const)('in %s the reason “%s” reads “%s”', (language, reason, words) => {
  expect(translateReason(language, reason)).toBe(words);
});
