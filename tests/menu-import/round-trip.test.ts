/** A file that was saved and is read again changes nothing, whatever the menu is (CX64). */
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { allergens, diets } from '#contract/dish-labels.ts';
import type { MenuFormat } from '#contract/calls/menu-import.ts';
import type { WholeCategory, WholeModifierGroup, WholeProduct } from '#contract/menu-file/whole-merchant.ts';
import { exportDraft } from '#server/back-office/menu-import/export-draft.ts';
import { createDraft, importInto, createText } from './draft-of.ts';

/** Signs that spreadsheets, YAML and JSON read in their own way. */
const odd = fc.constantFrom(
  ...'=+-@\'"|\\,;:#&*{}[]<>%$€牛é\n\t0'.split(''),
  "'=",
  '=1+1',
  "''+",
  'yes',
  '0x1',
);
const anyText = fc
  .array(fc.oneof(odd, fc.stringMatching(/^[a-zA-Z0-9 ]{1,6}$/)), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts
      .join('')
      .replace(/ *\t */g, '-')
      .trim()
      .slice(0, 50),
  )
  // A text of spaces is empty.
  .filter((each) => each !== '');
const localized = fc.oneof(
  anyText.map((each) => createText(each)),
  fc.tuple(anyText, anyText).map(([a, b]) => createText(a, b)),
  anyText.map((each) => createText('', each)),
  fc.tuple(anyText, anyText).map(([a, b]) => ({ ...createText(a, ''), ja: b })),
);
const price = fc.nat(99_999).map((cents) => (cents / 100).toFixed(2));

const group = fc.record({
  name: localized,
  options: fc.array(fc.record({ name: localized, price, isDefault: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  min: fc.nat(3),
});
const dish = fc.record({
  name: localized,
  description: fc.oneof(fc.constant(createText('')), localized),
  price,
  aliases: fc.uniqueArray(anyText, {
    maxLength: 3,
    selector: (each) => each.toLowerCase().replace(/[^a-z]/g, ''),
  }),
  diets: fc.subarray([...diets]),
  allergens: fc.subarray([...allergens]),
  unitLabel: fc.option(localized, { nil: undefined }),
  groups: fc.array(group, { maxLength: 2 }),
});
const menu = fc.array(fc.record({ name: localized, dishes: fc.array(dish, { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 3,
});
type Sections = typeof menu extends fc.Arbitrary<infer Value> ? Value : never;

function toCategories(sections: Sections): WholeCategory[] {
  return sections.map(({ name, dishes }, at) => ({
    id: `s${at}`,
    name,
    products: dishes.map((each, n): WholeProduct => {
      const id = `s${at}d${n}`;
      const { aliases, unitLabel, groups, ...fields } = each;
      return {
        id,
        ...fields,
        ...(aliases.length > 0 && { aliases }),
        picture: '',
        salesUnitType: unitLabel ? 'weight' : 'piece',
        ...(unitLabel && { unitLabel }),
        modifierGroups: groups.map(({ name: title, options, min }, g): WholeModifierGroup => ({
          id: `${id}g${g}`,
          name: title,
          min: Math.min(min, options.length),
          max: options.length,
          modifiers: options.map(({ isDefault, ...option }, o) => ({
            id: `${id}g${g}o${o}`,
            ...option,
            ...(isDefault && { default: true }),
          })),
        })),
      };
    }),
  }));
}

const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

test.each<MenuFormat>(['yaml', 'csv', 'jsonLd'])('CX64: %s, saved and read again', async (format) => {
  await fc.assert(
    fc.asyncProperty(menu, fc.constantFrom('add', 'replace'), async (sections, mode) => {
      fc.pre(sections.some(({ dishes }) => dishes.length > 0));
      const draft = createDraft(toCategories(sections));
      const { text: file } = exportDraft(draft, format, 'en-US');
      const read = await importInto(file, { draft, mode });
      expect({ format: read.format, mistakes: read.mistakes, edits: read.edits }).toEqual({
        format,
        mistakes: [],
        edits: [],
      });
    }),
    runs,
  );
});

test('a demo restaurant is the same in every format, also of an export in the other language', async () => {
  const draft = createDraft();
  for (const format of ['yaml', 'csv', 'jsonLd', 'square'] as const)
    for (const language of ['en-US', 'zh-TW'] as const)
      for (const mode of ['add', 'replace'] as const) {
        const read = await importInto(exportDraft(draft, format, language).text, { draft, mode });
        expect({ format: read.format, mistakes: read.mistakes }).toEqual({ format, mistakes: [] });
        expect(read.edits, `${format} ${language} ${mode}`).toEqual([]);
      }
});

test('our CSV alone brings a whole menu to another restaurant', async () => {
  const draft = createDraft();
  const empty = createDraft([], { stations: draft.whole.stations ?? [] });
  const { tree, mistakes } = await importInto(exportDraft(draft, 'csv', 'en-US').text, { draft: empty });
  expect(mistakes).toEqual([]);
  expect(tree.dishes).toEqual(draft.tree.dishes);
});

test('an incomplete draft is saved, too', () => {
  const unfinished = {
    ...toCategories(fc.sample(menu, 1)[0]!)[0]!,
    id: 'new',
    name: createText(''),
    products: [],
  };
  const option = { id: 'o', name: createText(''), price: 'x' };
  const groups = [
    { id: 'g', name: createText(''), min: 1, max: 1, modifiers: [option, { ...option, id: 'p' }] },
  ];
  const products = [
    {
      ...createDraft().whole.categories[0]!.products[0]!,
      name: createText(''),
      price: '',
      modifierGroups: groups,
    },
  ];
  const draft = createDraft([{ ...unfinished, products }]);
  for (const format of ['yaml', 'csv', 'jsonLd', 'square'] as const)
    expect(exportDraft(draft, format, 'en-US').text).toContain(products[0]!.id);
});

test('no cell of a saved CSV file is a formula', () => {
  const name = createText('=HYPERLINK("http://evil.example")', '@SUM(1)');
  const draft = createDraft(
    toCategories([
      {
        name: createText('+1'),
        dishes: [{ ...fc.sample(dish, 1)[0]!, name, description: createText('-2+3') }],
      },
    ]),
  );
  for (const format of ['csv', 'square'] as const) {
    const rows = parse(exportDraft(draft, format, 'en-US').text, { bom: true, relax_column_count: true });
    const cells = rows.flat().filter((cell) => !/^-?\d+(\.\d+)?$/.test(cell));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells.some((cell) => cell.includes('HYPERLINK'))).toBe(true);
  }
});
