// @module-tag slow
/** The draft of a menu, its publishing and its history (CX23, CX24). */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/http/call.ts';
import { getProductsByCategories, type Product } from '#contract/calls/merchant.ts';
import {
  discardMenuDraft,
  editMenuDraft,
  getMenuDraft,
  menuCrossed,
  menuHistory,
  menuMistaken,
  publishMenu,
  takeBackMenuChange,
  unscheduleMenu,
  type MenuDraft,
  type MenuMistakes,
} from '#contract/calls/menu-draft.ts';
import { setSoldOut } from '#contract/calls/staff.ts';
import { mergeIntoTree, type Edit } from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree, type TreeDish } from '#contract/menu-file/menu-tree.ts';
import { prepareMenu } from '#server/menu/menu-file/to-merchant.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { publishDueMenus } from '#server/back-office/menu-editor/schedule.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeClock, startSharedServer, type CallOptions } from '../server-under-test.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const folder = createFolderForTests();

async function logInEditor(name: string, merchantId = '1001') {
  const cookie = (await openStaffSession(server.deps, merchantId, name)).split(';', 1)[0]!;
  const as = { headers: { cookie } };
  const ask = <P, Q, B, D>(call: Call<P, Q, B, D>, options: CallOptions = {}) =>
    server.ask(call, { ...as, ...options });
  const read = async (): Promise<MenuDraft> => (await ask(getMenuDraft))!;
  return {
    read,
    ask,
    tree: async () => mergeDraft(await read()),
    edit: (...edits: Edit[]) => ask(editMenuDraft, { body: { edits } }),
    tryEdit: (...edits: Edit[]) => server.call(editMenuDraft, { ...as, body: { edits } }),
    publish: async (due?: number) =>
      await ask(publishMenu, { body: { draftVersion: (await read()).draftVersion, due } }),
    tryPublish: async () =>
      await server.call(publishMenu, { ...as, body: { draftVersion: (await read()).draftVersion } }),
    discard: async () => await ask(discardMenuDraft, { body: { draftVersion: (await read()).draftVersion } }),
    history: async () => (await ask(menuHistory)).changes,
    takeBack: (id: string) => server.call(takeBackMenuChange, { ...as, body: { id } }),
    as,
  };
}

function mergeDraft({ published, edits }: MenuDraft): MenuTree {
  return normaliseTree(mergeIntoTree(published, edits).tree);
}

const getAdmin = () => createAdmin({ db: server.db, now: () => clock.now() });
const readExport = async (merchantId = '1001') => exportMenu((await getAdmin().readMerchant(merchantId))!);

const readDishes = async (merchantId = '1001') => {
  const { categories } = await server.ask(getProductsByCategories, { query: { merchantId } });
  return categories.flatMap(({ products }) => products);
};
const findDish = async (id: string, merchantId = '1001') =>
  (await readDishes(merchantId)).find((each) => each.id === id);

let [first, second, third, fourth]: Product[] = [];
beforeAll(async () => {
  [first, second, third, fourth] = await readDishes();
});
const createPriceEdit = (id: string, from: string, to: string): Edit => ({
  path: ['dishes', id, 'price'],
  from,
  to,
});

function createNewDish(id: string, given: Partial<TreeDish> = {}): TreeDish {
  return {
    id,
    name: { 'en-US': 'Tofu', 'zh-TW': '豆腐' },
    description: { 'en-US': '', 'zh-TW': '' },
    price: '6.5',
    picture: '',
    salesUnitType: 'piece',
    allergens: [],
    diets: [],
    modifierGroups: [],
    ...given,
  };
}

describe('CX23: a draft', () => {
  test('is visible only to its editors; published, it is visible to everybody, and empty again', async () => {
    const olga = await logInEditor('Olga');
    const before = await readExport();
    const { id, price: was } = first!;
    const { over, version } = await olga.edit(createPriceEdit(id, was, '98.70'));
    expect(version).toBe(over + 1);
    expect((await findDish(id))!.price).toBe(was);
    expect((await olga.tree()).dishes[id]!.price).toBe('98.70');
    expect((await olga.read()).edits).toMatchObject([{ path: ['dishes', id, 'price'], by: 'Olga', at: clock.now() }]);
    const after = await olga.publish();
    expect(after.edits).toEqual([]);
    expect(after.published.dishes[id]!.price).toBe('98.70');
    expect((await findDish(id))!.price).toBe('98.70');
    // CX24
    expect((await olga.history())[0]).toMatchObject({
      by: 'Olga',
      way: 'page',
      edits: [createPriceEdit(id, was, '98.70')],
      names: { [`dishes/${id}`]: { 'en-US': first!.name } },
    });
    const [{ id: change } = { id: '' }] = await olga.history();
    expect((await olga.takeBack(change)).success).toBe(true);
    expect(await readExport()).toBe(before);
  }); // prettier-ignore

  test('of two people keeps edits of different things, and refuses an edit of the same thing with who and what', async () => {
    const [olga, max] = [await logInEditor('Olga'), await logInEditor('Max')];
    const { id, price: was } = second!;
    await olga.edit(createPriceEdit(id, was, '11.00'));
    const { over, version } = await max.edit({
      path: ['dishes', id, 'name', 'en-US'], from: second!.name, to: 'Something else',
    }); // prettier-ignore
    expect(version).toBe(over + 1);
    const refused = await max.tryEdit(
      createPriceEdit(third!.id, third!.price, '1.00'),
      createPriceEdit(id, was, '12.00'),
    );
    expect(refused).toMatchObject({
      code: menuCrossed,
      data: { crossings: [{ path: ['dishes', id, 'price'], mine: '12.00', theirs: '11.00', by: 'Olga', at: clock.now() }] },
    }); // prettier-ignore
    const { dishes } = await olga.tree();
    expect(dishes[id]).toMatchObject({ price: '11.00', name: { 'en-US': 'Something else' } });
    // The server takes all edits of a call or none.
    expect(dishes[third!.id]!.price).toBe(third!.price);
    // An edit that names the current value is taken.
    await max.edit(createPriceEdit(id, '11.00', '12.00'));
    expect((await olga.read()).edits.map(({ by }) => by)).toEqual(['Max', 'Max']);
    expect((await olga.discard()).edits).toEqual([]);
  });

  test('keeps both dishes that two people add to one section at once', async () => {
    const [olga, max] = [await logInEditor('Olga'), await logInEditor('Max')];
    const { order, sections } = await olga.tree();
    const section = order[0]!;
    const { dishes } = sections[section]!;
    const createAddEdits = (id: string): Edit[] => [
      { path: ['dishes', id], to: createNewDish(id) },
      { path: ['sections', section, 'dishes'], from: dishes, to: [...dishes, id] },
    ];
    await Promise.all([olga.edit(...createAddEdits('tofu-1')), max.edit(...createAddEdits('tofu-2'))]);
    const after = (await olga.tree()).sections[section]!.dishes;
    expect(after.slice(0, -2)).toEqual(dishes);
    expect(after.slice(-2).toSorted()).toEqual(['tofu-1', 'tofu-2']);
    await olga.discard();
  });

  test('that is left for a week follows changes of the published menu, and names conflicts', async () => {
    let olga = await logInEditor('Olga');
    const [a, b] = [third!, fourth!];
    await olga.edit(createPriceEdit(a.id, a.price, '31.00'), createPriceEdit(b.id, b.price, '32.00'));
    clock.advance(7 * 24 * 60 * 60_000);
    const whole = (await getAdmin().readMerchant('1001'))!;
    for (const dish of whole.categories.flatMap(({ products }) => products))
      if (dish.id === b.id) dish.price = '55.00';
    expect(await getAdmin().writeMerchant(whole, false)).toMatchObject([{ kind: 'changed', id: b.id }]);
    // Her session has ended.
    olga = await logInEditor('Olga');
    const others = (await olga.history())[0]!;
    expect(others).toMatchObject({ way: 'file', by: '' });
    const draft = await olga.read();
    const tree = mergeDraft(draft);
    expect(tree.dishes[b.id]!.price).toBe('55.00');
    expect(draft.crossings).toMatchObject([{ path: ['dishes', b.id, 'price'], mine: '32.00', theirs: '55.00', at: clock.now() }]);
    expect(tree.dishes[a.id]!.price).toBe('31.00');
    // Crossing edits keep the draft from being published.
    expect(await olga.tryPublish()).toMatchObject({ code: menuCrossed });
    await olga.edit(createPriceEdit(b.id, '55.00', '55.00'));
    expect((await olga.read()).crossings).toEqual([]);
    expect((await olga.publish()).published.dishes[b.id]!.price).toBe('55.00');
    for (const { id } of (await olga.history()).slice(0, 2)) expect((await olga.takeBack(id)).success).toBe(true);
  }); // prettier-ignore

  test('that edits a removed dish names it with the edits, and can restore it', async () => {
    const [olga, max] = [await logInEditor('Olga'), await logInEditor('Max')];
    const { id, price: was } = first!;
    const before = await readExport();
    const section = first!.categoryId;
    const { dishes, sections } = await max.tree();
    const list = sections[section]!.dishes;
    await max.edit(
      { path: ['dishes', id], from: dishes[id] },
      { path: ['sections', section, 'dishes'], from: list, to: list.filter((each) => each !== id) },
    );
    await max.publish(clock.now() + 1_000);
    await max.discard();
    await olga.edit(createPriceEdit(id, was, '21.00'), { path: ['dishes', id, 'name', 'en-US'], from: first!.name, to: 'Renamed' });
    clock.advance(1_000);
    await publishDueMenus(server.deps);
    expect(await findDish(id)).toBeUndefined();
    const { crossings } = await olga.read();
    const renamed = { ...dishes[id], price: '21.00', name: { ...dishes[id]!.name, 'en-US': 'Renamed' } };
    expect(crossings).toEqual([{ path: ['dishes', id], mine: renamed, by: 'Max', at: clock.now() }]);
    await olga.edit({ path: ['dishes', id], to: crossings[0]!.mine });
    expect((await olga.read()).crossings).toEqual([]);
    await olga.publish();
    expect(await findDish(id)).toMatchObject({ name: 'Renamed', price: '21.00' });
    for (const { id: change } of (await olga.history()).slice(0, 2)) await olga.takeBack(change);
    expect(await readExport()).toBe(before);
  }); // prettier-ignore

  test('does not contain what is sold out: a dish that sells out meanwhile stays sold out', async () => {
    const olga = await logInEditor('Olga');
    const { id, price: was } = first!;
    await olga.edit(createPriceEdit(id, was, '41.00'));
    await server.ask(setSoldOut, { ...olga.as, body: { productId: id, soldOut: true } });
    expect((await olga.read()).soldOut.dishes).toContain(id);
    await olga.publish();
    expect(await findDish(id)).toMatchObject({ price: '41.00', soldOut: true });
    await server.ask(setSoldOut, { ...olga.as, body: { productId: id, soldOut: false } });
    await olga.takeBack((await olga.history())[0]!.id);
  });

  test('CX12: is shared with a POS that has a token for the menu', async () => {
    const { id, price: was } = second!;
    const till = await server.till('1001', ['menu']);
    const body = { edits: [createPriceEdit(id, was, '81.00')] };
    const { draftVersion } = await server.ask(editMenuDraft, { ...till, body });
    const olga = await logInEditor('Olga');
    expect((await olga.tryEdit(createPriceEdit(id, was, '82.00'))).code).toBe(menuCrossed);
    await server.ask(publishMenu, { ...till, body: { draftVersion } });
    expect((await findDish(id))!.price).toBe('81.00');
    const [change] = await olga.history();
    expect(change!.by).not.toBe('');
    await olga.takeBack(change!.id);
  });

  test('gets no answer if it is the newest; an invalid tree is refused', async () => {
    const olga = await logInEditor('Olga');
    const { version } = await olga.read();
    expect(await olga.ask(getMenuDraft, { query: { known: version } })).toBeNull();
    const { id } = first!;
    for (const edit of [
      { path: ['order'], from: (await olga.tree()).order, to: 'none' },
      { path: ['dishes', id, 'price'], from: first!.price, to: 7 },
      { path: ['dishes', 'new'], to: createNewDish('another') },
      { path: ['dishes', '__proto__'], to: createNewDish('__proto__') },
    ])
      expect(await olga.tryEdit(edit)).toMatchObject({ status: 400 });
    // Names of Object.prototype are no dishes and no sections.
    const { order, sections } = await olga.tree();
    const known = ['constructor', '__proto__', 'toString'];
    const dishesOf = { path: ['sections', order[0]!, 'dishes'], from: sections[order[0]!]!.dishes };
    await olga.edit({ path: ['order'], from: order, to: [...known, ...order] });
    await olga.edit({ ...dishesOf, to: [...known, ...dishesOf.from] });
    await olga.edit({ path: ['stationOrder'], from: (await olga.tree()).stationOrder, to: known });
    expect((await olga.read()).version).toBe(version);
  });
});

describe('CX24: publishing', () => {
  test('an invalid menu is refused with the places and texts of a menu file', async () => {
    const olga = await logInEditor('Olga');
    const { id, price: was } = first!;
    await olga.edit(createPriceEdit(id, was, '-1'), { path: ['dishes', id, 'name'], from: (await olga.tree()).dishes[id]!.name, to: { 'en-US': '', 'zh-TW': '' } });
    const refused = await olga.tryPublish();
    expect(refused.code).toBe(menuMistaken);
    expect(refused.msg).toContain('must not be empty');
    expect((refused.data as unknown as MenuMistakes).mistakes.map(({ path, code }) => [path.join('/'), code])).toEqual([
      [`dishes/${id}/name`, 'empty'],
      [`dishes/${id}/price`, 'noAmount'],
    ]);
    const picture = (await olga.tree()).dishes[id]!.picture;
    await olga.discard();
    // A path to a file of the server is refused, whether the file exists or not.
    for (const to of ['nowhere', join(folder, 'there.svg'), '../../package.json']) {
      writeFileSync(join(folder, 'there.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
      await olga.edit({ path: ['dishes', id, 'picture'], from: picture, to });
      const without = await olga.tryPublish();
      expect(without.msg).toBe(`dishes.${id}.picture: is not a picture on the server`);
      await olga.discard();
    }
  }); // prettier-ignore

  test('a menu made here, exported, imported elsewhere and exported again is the same byte for byte', async () => {
    const olga = await logInEditor('Olga');
    const tree = await olga.tree();
    const options = { id: 'g', name: { 'en-US': 'Size', 'zh-TW': '份量' }, min: 1, max: 1, modifiers: [{ id: 'o', name: { 'en-US': 'Large', 'zh-TW': '大' }, default: true, price: '1' }] };
    const section = { id: 'new', name: { 'en-US': ' New ', 'zh-TW': '新' }, dishes: ['made', 'weighed'], aliases: ['fresh'], served: [{ days: ['sun', 'sat'], from: '09:00', to: '13:30' }, { days: ['fri', 'thu', 'wed', 'tue', 'mon', 'sun', 'sat'], from: '22:00', to: '01:00' }] };
    const made = createNewDish('made', { price: '0', modifierGroups: [options], diets: ['vegan'], description: { 'en-US': 'Soft', 'zh-TW': '嫩' } });
    const weighed = createNewDish('weighed', { salesUnitType: 'weight', unitLabel: { 'en-US': '100 g', 'zh-TW': '100 公克' } });
    await olga.edit(
      { path: ['sections', 'new'], to: section },
      { path: ['dishes', 'made'], to: made },
      { path: ['dishes', 'weighed'], to: weighed },
      { path: ['order'], from: tree.order, to: ['new', ...tree.order] },
      { path: ['stations', 'grill'], to: { id: 'grill', name: { 'en-US': 'Grill', 'zh-TW': '燒烤' } } },
      { path: ['stationOrder'], from: tree.stationOrder, to: [...tree.stationOrder, 'grill'] },
      { path: ['sections', tree.order[0]!, 'station'], from: tree.sections[tree.order[0]!]!.station, to: 'grill' },
    );
    await olga.publish();
    const text = await readExport();
    expect(text).toContain('en-US: New\n');
    expect(text).toContain('default: true\n');
    expect(text).toContain('served:\n      - days:\n          - sat\n          - sun\n        from: 09:00\n        to: 13:30\n      - from: 22:00\n');
    writeFileSync(join(folder, 'made.yaml'), text);
    const there = { menuPath: join(folder, 'made.yaml'), name: 'made.yaml', files: server.deps.pictures };
    const prepared = await prepareMenu({ ...there, merchantId: '1002' });
    if (!prepared.ok) throw new Error(prepared.mistakes.join('\n'));
    // QR codes belong to one restaurant.
    await getAdmin().writeMerchant({ ...prepared.whole, tables: [] }, false);
    const elsewhere = (await readExport('1002')).replace('"1002"', '"1001"').replace('tables: []\n', '');
    const tables = /^tables:\n(?: .*\n)*/m;
    expect(elsewhere).toBe(text.replace(tables, ''));
    expect((await olga.publish()).version).toBe((await olga.read()).version);
    await olga.takeBack((await olga.history())[0]!.id);
  }); // prettier-ignore

  test('a publication can be undone, unless the same part has changed again since', async () => {
    const [olga, max] = [await logInEditor('Olga'), await logInEditor('Max')];
    const { id, price: was } = second!;
    await olga.edit(createPriceEdit(id, was, '51.00'));
    await olga.publish();
    const [olgas] = await olga.history();
    await max.edit(createPriceEdit(id, '51.00', '52.00'));
    await max.publish();
    expect(await olga.takeBack(olgas!.id)).toMatchObject({
      code: menuCrossed,
      data: { crossings: [{ path: ['dishes', id, 'price'], theirs: '52.00', by: 'Max' }] },
    });
    expect((await olga.takeBack((await olga.history())[0]!.id)).success).toBe(true);
    expect((await olga.takeBack(olgas!.id)).success).toBe(true);
    expect((await findDish(id))!.price).toBe(was);
    expect((await olga.history()).slice(0, 4).map(({ by, way, isTakenBack }) => [by, way, isTakenBack])).toEqual([
      ['Olga', 'takenBack', false],
      ['Olga', 'takenBack', false],
      ['Max', 'page', true],
      ['Olga', 'page', true],
    ]);
    expect(await olga.takeBack('4711')).toMatchObject({ code: 404 });
  }); // prettier-ignore

  test('a scheduled menu goes live once, as it was when it was scheduled; the draft continues from there', async () => {
    const olga = await logInEditor('Olga');
    const { id, price: was } = third!;
    await olga.edit(createPriceEdit(id, was, '61.00'));
    const due = clock.now() + 60 * 60_000;
    expect((await olga.publish(due)).scheduled).toMatchObject({ by: 'Olga', due, edits: 1, failed: false });
    await olga.edit(
      createPriceEdit(id, '61.00', '62.00'),
      createPriceEdit(fourth!.id, fourth!.price, '63.00'),
    );
    expect(await publishDueMenus(server.deps)).toBe(0);
    clock.advance(60 * 60_000);
    await Promise.all([publishDueMenus(server.deps), publishDueMenus(server.deps)]);
    expect((await findDish(id))!.price).toBe('61.00');
    expect((await findDish(fourth!.id))!.price).toBe(fourth!.price);
    const draft = await olga.read();
    expect(draft).toMatchObject({ scheduled: null, crossings: [] });
    expect(mergeDraft(draft).dishes[id]!.price).toBe('62.00');
    const [change, before] = await olga.history();
    expect(change).toMatchObject({ way: 'schedule', by: 'Olga' });
    expect(before!.edits).not.toEqual(change!.edits);
    await olga.discard();
    await olga.takeBack(change!.id);
  });

  test('publishing another change first keeps the schedule; a cancelled schedule is in the draft again', async () => {
    const olga = await logInEditor('Olga');
    const [{ id, price: was }, other] = [third!, fourth!];
    await olga.edit(createPriceEdit(id, was, '64.00'));
    const { scheduled } = await olga.publish(clock.now() + 60_000);
    await olga.discard();
    await olga.edit(createPriceEdit(other.id, other.price, '65.00'));
    expect((await olga.publish()).scheduled).toEqual(scheduled);
    // The price of today does not change the scheduled one.
    await olga.edit(createPriceEdit(id, was, '66.00'));
    expect((await olga.publish()).scheduled).toEqual(scheduled);
    clock.advance(60_000);
    await publishDueMenus(server.deps);
    expect([(await findDish(id))!.price, (await findDish(other.id))!.price]).toEqual(['64.00', '65.00']);
    expect((await olga.read()).scheduled).toBeNull();

    await olga.edit(createPriceEdit(id, '64.00', '67.00'));
    await olga.publish(clock.now() + 60_000);
    await olga.discard();
    const calledOff = await olga.ask(unscheduleMenu);
    expect(calledOff).toMatchObject({ scheduled: null, crossings: [] });
    expect(mergeDraft(calledOff).dishes[id]!.price).toBe('67.00');
    await olga.publish(clock.now() + 60_000);
    expect((await olga.publish()).scheduled).toBeNull();
    await olga.edit(createPriceEdit(id, '67.00', was), createPriceEdit(other.id, '65.00', other.price));
    await olga.publish();
  });

  test('a restaurant with a missing logo does not block another one’s menu from going live', async () => {
    const [olga, ines] = [await logInEditor('Olga'), await logInEditor('Ines', '1002')];
    const { id, price: was } = third!;
    const dish = Object.values((await ines.tree()).dishes)[0]!;
    await ines.edit(createPriceEdit(dish.id, dish.price, '81.00'));
    await ines.publish(clock.now() + 1_000);
    await olga.edit(createPriceEdit(id, was, '82.00'));
    await olga.publish(clock.now() + 1_000);
    const whole = (await getAdmin().readMerchant('1002'))!;
    await getAdmin().writeMerchant({ ...whole, logo: 'gone.webp' }, false);
    clock.advance(1_000);
    await publishDueMenus(server.deps);
    expect((await findDish(id))!.price).toBe('82.00');
    expect((await ines.read()).scheduled).toMatchObject({ failed: true });
    await getAdmin().writeMerchant(whole, false);
    await ines.ask(unscheduleMenu);
    await ines.discard();
    await olga.takeBack((await olga.history())[0]!.id);
  });

  test('a due menu with conflicts is not published, and the draft says so; a cancelled one never is', async () => {
    const [olga, max] = [await logInEditor('Olga'), await logInEditor('Max')];
    const { id, price: was } = third!;
    await olga.edit(createPriceEdit(id, was, '71.00'));
    await olga.publish(clock.now() + 1_000);
    await olga.discard();
    await max.edit(createPriceEdit(id, was, '72.00'));
    await max.ask(unscheduleMenu);
    await max.publish();
    await olga.edit(createPriceEdit(id, '72.00', '73.00'));
    await olga.publish(clock.now() + 1_000);
    await olga.takeBack((await olga.history())[0]!.id);
    clock.advance(1_000);
    await publishDueMenus(server.deps);
    expect((await findDish(id))!.price).toBe(was);
    expect((await olga.read()).scheduled).toMatchObject({ failed: true });
    await olga.ask(unscheduleMenu);
    await olga.discard();
    const past = await server.call(publishMenu, { ...olga.as, body: { draftVersion: (await olga.read()).draftVersion, due: clock.now() } });
    expect(past.status).toBe(400);
  }); // prettier-ignore
});

test('CX23: an edit in a menu of 600 dishes has a short answer', async () => {
  const olga = await logInEditor('Olga', '1003');
  const { order, sections } = await olga.tree();
  const section = order[0]!;
  const ids = Array.from({ length: 600 }, (_, n) => `many-${n}`);
  for (let at = 0; at < ids.length; at += 200)
    await olga.edit(...ids.slice(at, at + 200).map((id) => ({ path: ['dishes', id], to: createNewDish(id) })));
  await olga.edit({ path: ['sections', section, 'dishes'], from: (await olga.tree()).sections[section]!.dishes, to: [...sections[section]!.dishes, ...ids] });
  await olga.publish();
  for (const [from, to] of [
    ['6.50', '1.00'],
    ['1.00', '2.00'],
  ] as const) {
    const answer = await olga.tryEdit(createPriceEdit('many-300', from, to));
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.envelope).length).toBeLessThan(200);
  }
}); // prettier-ignore
