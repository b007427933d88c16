/** Branches with the menu of their head. */
import { beforeAll, expect, test } from 'vitest';
import * as chain from '#contract/calls/chain.ts';
import { codes } from '#contract/codes.ts';
import { editMenuDraft, getMenuDraft, menuMistaken, publishMenu } from '#contract/calls/menu-draft.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { setSoldOut, staffWhoAmI } from '#contract/calls/staff.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { shareDueMenus } from '#server/back-office/chain/share-menus.ts';
import { composeBranchMenu } from '#server/back-office/chain/local-dishes.ts';
import { logInStaff } from '../staff/acts.ts';
import { startSharedServer, type Caller } from '../server-under-test.ts';

const server = startSharedServer();
let head: Caller;
let branch: Caller;

const logIn = async (merchantId: string) =>
  await logInStaff(server, { merchantId, password: server.staffPassword, name: 'Mo' });

beforeAll(async () => {
  [head, branch] = [await logIn('1001'), await logIn('1002')];
  const row = { merchant_id: '1002', head_id: '1001', joined_at: 1 };
  await server.db.insertInto('chain_branches').values(row).execute();
  await share(true);
});

const share = async (isShared: boolean) =>
  await server.ask(chain.shareMenu, { ...head, body: { merchantId: '1002', isShared } });

const readMenu = async (merchantId: string) =>
  (await server.ask(getProductsByCategories, { query: { merchantId } })).categories;
const listDishes = async (merchantId: string) =>
  (await readMenu(merchantId)).flatMap(({ products }) => products);
const findDish = async (merchantId: string, id: string) =>
  (await listDishes(merchantId)).find((dish) => dish.id === id);

/** Publishes one edit of the menu. */
async function publish(who: Caller, path: string[], from: unknown, to: unknown) {
  await server.ask(editMenuDraft, { ...who, body: { edits: [{ path, from, to }] } });
  const { draftVersion } = (await server.ask(getMenuDraft, { ...who, query: {} }))!;
  await server.ask(publishMenu, { ...who, body: { draftVersion } });
}

const setLocal = async (body: { dishId: string; price?: string; isHidden?: boolean; options?: unknown }) =>
  await server.call(chain.setLocalDish, { ...branch, body });

// CX94
test('a branch takes over sections, dishes, texts, pictures and options, and each later publication', async () => {
  const readTree = async (who: Caller) => {
    const { order, sections, dishes } = (await server.ask(getMenuDraft, { ...who, query: {} }))!.published;
    return { order, sections, dishes };
  };
  expect(await readTree(branch)).toEqual(await readTree(head));

  const [dish] = await listDishes('1001');
  const { published } = (await server.ask(getMenuDraft, { ...head, query: {} }))!;
  const { name } = published.dishes[dish!.id]!;
  await publish(head, ['dishes', dish!.id, 'name'], name, { ...name, 'en-US': 'Dish of the chain' });
  expect((await findDish('1002', dish!.id))?.name).toBe(dish!.name);
  await shareDueMenus(server.deps);
  expect((await findDish('1002', dish!.id))?.name).toBe('Dish of the chain');
  // Nothing is due any more, so nothing is written.
  const { version } = (await server.ask(getMenuDraft, { ...branch, query: {} }))!;
  await shareDueMenus(server.deps);
  expect((await server.ask(getMenuDraft, { ...branch, query: {} }))!.version).toBe(version);
});

// CX94
test('local prices, of options too, and hidden dishes stay when the head publishes; only the branch has them', async () => {
  const [dish, other] = (await listDishes('1001')).filter(({ modifierGroups }) => modifierGroups.length > 0);
  const option = dish!.modifierGroups[0]!.modifiers[0]!;
  const before = await findDish('1001', dish!.id);
  await setLocal({ dishId: dish!.id, price: '99.50', options: [{ id: option.id, price: '3.25' }] });
  await setLocal({ dishId: other!.id, isHidden: true });

  const { published } = (await server.ask(getMenuDraft, { ...head, query: {} }))!;
  const { price } = published.dishes[dish!.id]!;
  await publish(head, ['dishes', dish!.id, 'price'], price, '12.00');
  await shareDueMenus(server.deps);
  const here = await findDish('1002', dish!.id);
  expect(here?.price).toBe('99.50');
  expect(here?.modifierGroups[0]!.modifiers[0]).toMatchObject({ id: option.id, price: '3.25' });
  expect(await findDish('1002', other!.id)).toBeUndefined();
  expect(await findDish('1001', dish!.id)).toMatchObject({ price: '12.00' });
  expect(before?.modifierGroups).toEqual((await findDish('1001', dish!.id))?.modifierGroups);
  expect(await findDish('1001', other!.id)).toBeDefined();

  const menu = (await server.ask(chain.getBranchMenu, branch))!;
  const shown = menu.sections.flatMap(({ dishes }) => dishes);
  expect(shown.find(({ id }) => id === dish!.id)).toMatchObject({ price: '12.00', localPrice: '99.50' });
  expect(shown.find(({ id }) => id === other!.id)).toMatchObject({ isHidden: true });

  await setLocal({ dishId: dish!.id });
  await setLocal({ dishId: other!.id });
  expect((await findDish('1002', dish!.id))?.price).toBe('12.00');
  expect(await findDish('1002', other!.id)).toBeDefined();
});

test('a sold-out mark belongs to one restaurant, and stays when the head publishes', async () => {
  const [first, second] = await listDishes('1001');
  await server.ask(setSoldOut, { ...branch, body: { productId: first!.id, soldOut: true } });
  const { published } = (await server.ask(getMenuDraft, { ...head, query: {} }))!;
  await publish(head, ['dishes', second!.id, 'price'], published.dishes[second!.id]!.price, '7.00');
  await shareDueMenus(server.deps);
  expect(await findDish('1002', second!.id)).toMatchObject({ price: '7.00' });
  expect([
    (await findDish('1002', first!.id))?.soldOut,
    (await findDish('1001', first!.id))?.soldOut,
  ]).toEqual([true, false]);
});

// CX94
test('a branch cannot write a menu of its own, sets no wrong price, and has its menu back when sharing ends', async () => {
  const [dish] = await listDishes('1001');
  const edits = [{ path: ['dishes', dish!.id, 'price'], from: dish!.price, to: '1.00' }];
  expect(await server.codeOf(editMenuDraft, { ...branch, body: { edits } })).toBe(chain.menuOfChain);
  expect(await setLocal({ dishId: dish!.id, price: '1.005' })).toMatchObject({ code: menuMistaken });
  expect(await setLocal({ dishId: 'unknown' })).toMatchObject({ code: codes.notFound });
  expect(await server.ask(staffWhoAmI, branch)).toHaveProperty('menuFrom');

  await share(false);
  expect(await server.ask(chain.getBranchMenu, branch)).toBeNull();
  await publish(branch, ['dishes', dish!.id, 'price'], dish!.price, '1.00');
  expect((await findDish('1002', dish!.id))?.price).toBe('1.00');
  await share(true);
  expect((await findDish('1002', dish!.id))?.price).toBe(dish!.price);
});

// CX94
test('an import by command keeps the branch’s menu, but may change its tables; it says where to import the menu', async () => {
  const admin = createAdmin({ db: server.db, now: () => 1 });
  const whole = (await admin.readMerchant('1002'))!;
  const [category, ...others] = whole.categories;
  const changed = { ...whole, categories: [{ ...category!, products: [] }, ...others] };
  for (const isDry of [true, false])
    await expect(admin.writeMerchant(changed, isDry)).rejects.toThrow('import it with --merchant 1001');
  const tables = [...whole.tables, { id: 'terrace', name: 'Terrace', qrcodeId: '' }];
  expect(await admin.writeMerchant({ ...whole, tables }, false)).toMatchObject([{ what: 'table' }]);
  const after = (await admin.readMerchant('1002'))!;
  expect([after.categories, after.tables.length]).toEqual([whole.categories, tables.length]);

  await share(false);
  expect(await admin.writeMerchant(changed, true)).not.toEqual([]);
  await share(true);
});

test('a menu that does not fit is not taken over, and the chain’s page says why until it fits', async () => {
  const change = async (fields: object) => {
    const row = server.db.selectFrom('merchants').select('body').where('id', '=', '1002');
    const { body } = await row.executeTakeFirstOrThrow();
    const changed = JSON.stringify({ ...(JSON.parse(body) as object), ...fields });
    await server.db.updateTable('merchants').set({ body: changed }).where('id', '=', '1002').execute();
  };
  const before = await listDishes('1002');
  await change({ currency: 'EUR' });
  const { branches } = await share(true);
  expect(branches[0]).toMatchObject({ sharesMenu: true, problem: expect.stringContaining('USD') as string });
  expect((await listDishes('1002')).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  await change({ currency: 'USD' });
  expect((await share(true)).branches[0]!.problem).toBeUndefined();
});

test('a section whose dishes are all hidden is left out, and the branch’s own stations stay', () => {
  const station = (id: string) => ({ id, name: { 'en-US': id } });
  const dish = (id: string) => ({ id, price: '1', modifierGroups: [] }) as never;
  const tree = {
    order: ['s', 'empty'],
    sections: {
      s: { id: 's', name: { 'en-US': 's' }, dishes: ['a'] },
      empty: { id: 'empty', name: { 'en-US': 'e' }, dishes: [] },
    },
    dishes: { a: dish('a') },
    stationOrder: ['hot'],
    stations: { hot: station('hot') },
  };
  const own = { ...tree, stationOrder: ['bar'], stations: { bar: station('bar') } };
  expect(composeBranchMenu(tree, { a: { isHidden: true } }, own)).toMatchObject({
    order: ['empty'],
    dishes: {},
    stationOrder: ['hot', 'bar'],
  });
});
