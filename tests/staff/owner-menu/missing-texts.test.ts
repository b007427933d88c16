/** The list of texts that are missing, by language (CX65). */
import { expect, test } from 'vitest';
import { applyEdits, type Edit } from '#contract/menu-file/edits.ts';
import { listMissingTexts } from '#staff/owner/menu/draft/missing-texts.ts';
import { createSmallMenu } from './small-menu.ts';

const listMissingAfter = (...edits: Edit[]) => listMissingTexts(applyEdits(createSmallMenu(), edits));

test('CX65: a complete menu lacks nothing', () => {
  expect(listMissingTexts(createSmallMenu())).toEqual([]);
});

test('each entry is named once for each language, in the order of the menu, with its fields', () => {
  const option = { id: 'o', name: { 'en-US': 'Ice', 'zh-TW': '' }, price: '0' };
  const missing = listMissingAfter(
    { path: ['dishes', 'beef', 'name', 'en-US'], to: '' },
    { path: ['dishes', 'cold', 'description'], to: { 'en-US': 'Very cold', 'zh-TW': '' } },
    {
      path: ['dishes', 'cold', 'modifierGroups'],
      to: [{ id: 'g', name: { 'en-US': 'Ice', 'zh-TW': '冰' }, min: 0, max: 1, modifiers: [option] }],
    },
    { path: ['sections', 'drinks', 'name', 'zh-TW'], to: '' },
  );
  const lines = missing.map(({ language, entries }) => [
    language,
    ...entries.map(({ id, of, fields }) => `${of} ${id}: ${fields.join(', ')}`),
  ]);
  expect(lines).toEqual([
    ['en-US', 'dish beef: name'],
    ['zh-TW', 'dish cold: description, options', 'section drinks: name'],
  ]);
});

test('a language of one dish is missing at all others', () => {
  const name = createSmallMenu().dishes['beef']!.name;
  const [japanese] = listMissingAfter({ path: ['dishes', 'beef', 'name'], to: { ...name, ja: '牛肉麺' } });
  expect(japanese!.language).toBe('ja');
  expect(japanese!.entries.some(({ id, fields }) => id === 'beef' && fields.includes('name'))).toBe(false);
  expect(japanese!.entries.some(({ id }) => id === 'cold')).toBe(true);
});
