import { expect, test } from 'vitest';
import { voidReasonIn } from '#locales/void-reasons.ts';

test.each([
  ['zh-TW', 'Ordered by mistake', '點錯了'],
  ['en-US', '點錯了', 'Ordered by mistake'],
  ['en-US', 'Ordered by mistake', 'Ordered by mistake'],
  ['zh-TW', 'fell down', 'fell down'],
] as const)('in %s the reason “%s” reads “%s”', (language, reason, words) => {
  expect(voidReasonIn(language, reason)).toBe(words);
});
