// @module-tag slow
/** The taxes of a restaurant, as its settings page changes them (CX27). */
import { beforeAll, describe, expect, test } from 'vitest';
import { changeHouse, getHouse, type House, type HouseTax } from '#contract/calls/house.ts';
import {
  editMenuDraft,
  getMenuDraft,
  menuMistaken,
  publishMenu,
  type MenuMistakes,
} from '#contract/calls/menu-draft.ts';
import type { DescribedMistakes } from '#contract/menu-file/mistake.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { readRestaurant } from '#server/back-office/settings/write-settings.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { readMenuFile } from '#server/menu/menu-file/read-menu-file.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();
let olga: { headers: { cookie: string } };

beforeAll(async () => {
  const cookie = (await openStaffSession(server.deps, '1001', 'Olga')).split(';', 1)[0]!;
  olga = { headers: { cookie } };
});

const food: HouseTax = {
  id: 'food',
  name: { 'en-US': 'VAT', 'zh-TW': '增值稅' },
  rate: '0.07',
  toGoRate: null,
};
const drinks: HouseTax = {
  id: 'drinks',
  name: { 'en-US': 'VAT on drinks', 'zh-TW': '飲料增值稅' },
  rate: '0.19',
  toGoRate: '0.07',
};

async function change(fields: Partial<House['settings']>, language: 'en-US' | 'zh-TW' = 'en-US') {
  const { settings, version } = await server.ask(getHouse, olga);
  const body = { version, settings: { ...settings, ...fields } };
  return await server.call(changeHouse, { ...olga, language, body });
}

async function readMistakes(fields: Partial<House['settings']>, language: 'en-US' | 'zh-TW' = 'en-US') {
  const { data } = await change(fields, language);
  return (data as unknown as DescribedMistakes).mistakes;
}

test('taxes are saved, exported and imported again', async () => {
  const fields = { taxes: [food, drinks], taxIncluded: true, serviceTaxed: false };
  expect(await change(fields)).toMatchObject({ success: true, data: { settings: fields } });
  const exported = exportMenu(await readRestaurant(server.db, '1001'));
  const read = await readMenuFile(exported, 'menu.yaml', {
    menuPath: 'menu.yaml',
    files: server.deps.pictures,
  });
  if (!read.ok) throw new Error(read.mistakes.join());
  expect(read.file.merchant).toMatchObject({
    taxes: [
      { id: 'food', rate: '0.07' },
      { id: 'drinks', rate: '0.19', toGoRate: '0.07' },
    ],
    taxIncluded: true,
    serviceTaxed: false,
  });
  const where = { menuPath: 'menu.yaml', files: server.deps.pictures };
  expect(exportMenu((await toMerchant(read.file, '1001', where)).whole)).toBe(exported);

  await change({ taxes: [], taxIncluded: false, serviceTaxed: true, taxRate: '0' });
  expect(exportMenu(await readRestaurant(server.db, '1001'))).not.toMatch(/taxes|taxIncluded|serviceTaxed/);
});

describe('a rate', () => {
  test.each(['0', '1', '0.08875', '0.000001'])('of %s is saved', async (rate) => {
    const taxes = [{ ...food, rate, toGoRate: rate }];
    expect(await change({ taxes })).toMatchObject({ success: true, data: { settings: { taxes } } });
  });

  test.each(['1.001', '-0.01', 'seven', '', '0.0887501', '1.0', '5'])(
    'of “%s” is refused at its field',
    async (rate) => {
      const words = 'must be a fraction from 0 to 1: 0.05 is 5%';
      expect(await readMistakes({ taxes: [food, { ...drinks, rate, toGoRate: rate }] })).toEqual([
        { path: 'merchant.taxes[1].rate', words },
        { path: 'merchant.taxes[1].toGoRate', words },
      ]);
      expect(await readMistakes({ taxRate: rate })).toEqual([{ path: 'merchant.taxRate', words }]);
    },
  );
});

test('names, ids and the number of taxes are checked', async () => {
  const name = { 'en-US': 'VAT', 'zh-TW': ' ' };
  const listMistakePaths = async (taxes: HouseTax[]) =>
    (await readMistakes({ taxes })).map(({ path }) => path);
  expect(await listMistakePaths([{ ...food, name }])).toEqual(['merchant.taxes[0].name.zh-TW']);
  expect(await listMistakePaths([food, food])).toEqual(['merchant.taxes[1].id']);
  const many = Array.from({ length: 11 }, (_, at) => ({ ...food, id: `t${at}` }));
  expect(await listMistakePaths(many)).toEqual(['merchant.taxes']);
});

test('a tax in use cannot be removed, and the answer names the sections, dishes and options that have it', async () => {
  await change({ taxes: [food, drinks] });
  const admin = createAdmin({ db: server.db, now: () => server.deps.clock.now() });
  const whole = (await admin.readMerchant('1001'))!;
  const [first, second] = whole.categories;
  const dish = second!.products[0]!;
  const withOption = whole.categories
    .flatMap(({ products }) => products)
    .find(({ id, modifierGroups }) => id !== dish.id && modifierGroups.length > 0)!;
  first!.tax = 'drinks';
  dish.tax = 'drinks';
  withOption.modifierGroups[0]!.modifiers[0]!.tax = 'drinks';
  await admin.writeMerchant(whole, false);

  for (const taxes of [[food], []]) {
    for (const language of ['en-US', 'zh-TW'] as const) {
      const [mistake, ...others] = await readMistakes({ taxes }, language);
      expect(others).toEqual([]);
      expect(mistake!.path).toBe('merchant.taxes');
      for (const { name } of [drinks, first!, dish, withOption])
        expect(mistake!.words).toContain(name[language]);
    }
  }
  expect(await change({ taxes: [drinks] })).toMatchObject({ success: true });
});

test('the menu page gives a section, a dish and an option a tax; a removed tax is refused by its place', async () => {
  await change({ taxes: [drinks, food] });
  const { published, taxes } = (await server.ask(getMenuDraft, olga))!;
  expect(taxes).toEqual([drinks, food]);
  const section = published.sections[published.order.at(-1)!]!;
  const dish = Object.values(published.dishes).find(
    ({ tax, modifierGroups }) => tax === undefined && modifierGroups.length > 0,
  )!;
  const modifierGroups = structuredClone(dish.modifierGroups);
  modifierGroups[0]!.modifiers[0]!.tax = 'drinks';
  const edit = async (tax: string) => {
    const edits = [
      { path: ['sections', section.id, 'tax'], to: tax },
      { path: ['dishes', dish.id, 'tax'], to: tax },
      { path: ['dishes', dish.id, 'modifierGroups'], from: dish.modifierGroups, to: modifierGroups },
    ];
    return await server.ask(editMenuDraft, { ...olga, body: { edits } });
  };
  const { draftVersion } = await edit('food');

  await change({ taxes: [drinks, { ...food, id: 'meals' }] });
  const refused = await server.call(publishMenu, { ...olga, body: { draftVersion } });
  const { mistakes } = refused.data as unknown as MenuMistakes;
  const gone = { code: 'noTax', values: { value: 'food', names: 'drinks, meals' } };
  expect([refused.code, mistakes]).toEqual([
    menuMistaken,
    [
      { path: ['sections', section.id, 'tax'], ...gone },
      { path: ['dishes', dish.id, 'tax'], ...gone },
    ],
  ]);

  await change({ taxes: [drinks, food] });
  await server.ask(publishMenu, { ...olga, body: { draftVersion } });
  const whole = await readRestaurant(server.db, '1001');
  expect(whole.categories.find(({ id }) => id === section.id)?.tax).toBe('food');
  const live = whole.categories.flatMap(({ products }) => products).find(({ id }) => id === dish.id);
  expect([live?.tax, live?.modifierGroups[0]?.modifiers[0]?.tax]).toEqual(['food', 'drinks']);
});
