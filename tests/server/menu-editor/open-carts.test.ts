/** A menu is published while parties choose and eat (CX24). */
import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { editMenuDraft, getMenuDraft, publishMenu } from '#contract/calls/menu-draft.ts';
import { getProductsByCategories, type Product } from '#contract/calls/merchant.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Edit } from '#contract/menu-file/edits.ts';
import { createForTests } from '#tests/for-tests.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();

let simple: Product[] = [];
beforeAll(async () => {
  ({ simple } = await listDishes(server));
});

const till = createForTests(async () => await server.till());

async function publish(...edits: Edit[]): Promise<void> {
  const { draftVersion } = await server.ask(editMenuDraft, { ...till, body: { edits } });
  await server.ask(publishMenu, { ...till, body: { draftVersion } });
}

const readPublished = async () => (await server.ask(getMenuDraft, till))!.published;

/** Edits that remove a dish from the menu and from its section. */
async function createRemovalEdits({ id, categoryId }: Product): Promise<Edit[]> {
  const { dishes: all, sections } = await readPublished();
  const list = sections[categoryId]!.dishes;
  return [
    { path: ['dishes', id], from: all[id] },
    { path: ['sections', categoryId, 'dishes'], from: list, to: list.filter((each) => each !== id) },
  ];
}

const listPrices = (order: Order, productId: string) =>
  order.orderItems.filter((line) => line.productId === productId).map(({ price, round }) => [round, price]);

describe('CX24: in the middle of a meal', () => {
  test('CX16: an ordered dish keeps its price; the next round costs what the menu says then', async () => {
    const ann = createTablePhone(server, await server.seat(await server.member('4155550121'), '3'), 'ann');
    const dish = simple[0]!;
    await ann.send(ann.add(createItem(dish)));
    const { order } = expectData(await ann.place('round-1')) as { order: Order };
    expect(listPrices(order, dish.id)).toEqual([[1, dish.price]]);
    await publish({ path: ['dishes', dish.id, 'price'], from: dish.price, to: '88.00' });
    expect(
      listPrices(await server.ask(getOrderDetail, { ...ann.diner, query: { id: order.id } }), dish.id),
    ).toEqual([[1, dish.price]]);
    await ann.send(ann.add(createItem({ ...dish, price: '88.00' })));
    const { order: after } = expectData(await ann.place('round-2')) as { order: Order };
    expect(listPrices(after, dish.id)).toEqual([
      [1, dish.price],
      [2, '88.00'],
    ]);
  });

  test('a dish removed while it is in a cart is named when ordering, the rest is ordered, and nothing is lost', async () => {
    const [gone, stays] = [simple[1]!, simple[2]!];
    const ann = createTablePhone(server, await server.seat(await server.member('4155550122'), '4'), 'ann');
    await ann.send(ann.add(createItem(gone)), ann.add(createItem(stays)));
    await publish(...(await createRemovalEdits(gone)));
    const refused = await ann.place('one');
    expect(refused).toMatchObject({ success: false, code: codes.soldOut });
    expect(refused.msg).toContain(gone.name);
    await ann.refresh();
    expect(ann.getOwnLines().map(({ item }) => item.productId)).toEqual([gone.id, stays.id]);
    await ann.send(ann.decrease());
    const { order } = expectData(await ann.place('two')) as { order: Order };
    expect(order.orderItems.map(({ productId }) => productId)).toEqual([stays.id]);
  });

  test('an emptied section stays on the menu without dishes, and ordered dishes of it stay on their order', async () => {
    const { categories } = await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
    const { id: section, products } = categories.find(({ products: each }) =>
      each.some((product) => simple.slice(3).some(({ id }) => id === product.id)),
    )!;
    const dish = products.find(({ id }) => simple.some((each) => each.id === id))!;
    const ann = createTablePhone(server, await server.seat(await server.member('4155550123'), '5'), 'ann');
    await ann.send(ann.add(createItem(dish)));
    const { order } = expectData(await ann.place('before')) as { order: Order };
    const { dishes: all, sections } = await readPublished();
    await publish(...sections[section]!.dishes.map((id): Edit => ({ path: ['dishes', id], from: all[id] })), {
      path: ['sections', section, 'dishes'],
      from: sections[section]!.dishes,
      to: [],
    });
    const after = await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
    expect(after.categories.find(({ id }) => id === section)?.products).toEqual([]);
    const read = await server.ask(getOrderDetail, { ...ann.diner, query: { id: order.id } });
    expect(read.orderItems.map(({ name, price }) => [name, price])).toEqual([[dish.name, dish.price]]);
  });
});
