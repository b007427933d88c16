import { expect, test } from 'vitest';
import { menuOf } from '#server/menu/menu.ts';
import { sharedServer } from '../server-under-test.ts';

const server = sharedServer();

test('a menu is read once, and anew after any change of its rows, whoever made it', async () => {
  const { db } = server;
  const menu = async (merchantId = '1001') => await menuOf(db, merchantId, 'en-US');
  const other = await menu('1002');
  let before = await menu();
  expect(await menu()).toBe(before);
  const { id, categoryId } = before.categories[0]!.products[0]!;

  const changes: (() => Promise<unknown>)[] = [
    () => db.updateTable('products').set({ sold_out: 1 }).where('id', '=', id).execute(),
    () =>
      db
        .insertInto('products')
        .columns(['merchant_id', 'id', 'category_id', 'sort', 'sold_out', 'body'])
        .expression(
          db
            .selectFrom('products')
            .select(({ val }) => [
              'merchant_id',
              val('new').as('id'),
              'category_id',
              'sort',
              'sold_out',
              'body',
            ])
            .where('id', '=', id),
        )
        .execute(),
    () => db.deleteFrom('products').where('merchant_id', '=', '1001').where('id', '=', 'new').execute(),
    () => db.updateTable('categories').set({ sort: 99 }).where('id', '=', categoryId).execute(),
  ];
  for (const change of changes) {
    await change();
    const after = await menu();
    expect(after).not.toEqual(before);
    expect(await menu()).toBe(after);
    before = after;
  }
  expect(await menu('1002')).toBe(other);
  // What a transaction has changed itself it sees, and nobody else does.
  await expect(
    db.transaction().execute(async (trx) => {
      await trx.updateTable('products').set({ sold_out: 0 }).where('id', '=', id).execute();
      expect(await menuOf(trx, '1001', 'en-US')).not.toEqual(before);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await menu()).toBe(before);
});
