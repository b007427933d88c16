/** Texts in several languages, some of which may be missing (CX65). */
import { expect, test } from 'vitest';
import { chooseText, createTexts, isLackingLanguage, listLanguages } from '#contract/menu-file/localized.ts';

test('CX65: a reader gets their language, else the default one, else any', () => {
  const both = { 'en-US': 'Tea', 'zh-TW': '茶' };
  expect([chooseText(both, 'en-US'), chooseText(both, 'zh-TW')]).toEqual(['Tea', '茶']);
  expect(chooseText({ 'en-US': 'Tea', 'zh-TW': '' }, 'zh-TW')).toBe('Tea');
  expect(chooseText({ 'en-US': '', 'zh-TW': '茶' }, 'en-US')).toBe('茶');
  const japanese = { ...createTexts(), ja: 'お茶' };
  expect(chooseText(japanese, 'en-US')).toBe('お茶');
  expect(chooseText(createTexts(), 'en-US')).toBe('');
});

test('a language is missing only if another one has the text', () => {
  const texts = { 'en-US': 'Tea', 'zh-TW': ' ' };
  expect(isLackingLanguage(texts, 'zh-TW')).toBe(true);
  expect(isLackingLanguage(texts, 'en-US')).toBe(false);
  expect(isLackingLanguage(texts, 'ja')).toBe(true);
  expect(isLackingLanguage(createTexts(), 'zh-TW')).toBe(false);
  const more = { ...texts, ja: 'お茶', ko: '' };
  expect(listLanguages([texts, more])).toEqual(['en-US', 'zh-TW', 'ja']);
});
