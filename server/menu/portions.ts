/** CX10: dishes of which so many are left are counted down with each order, in its own transaction; at 0 they are sold out. */
import { fewPortions } from '#contract/limits.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { Words } from '#server/platform/http/language.ts';
import { isPostgres, type Trx } from '#server/platform/store/transactions.ts';

export interface Ordered {
  readonly productId: string;
  /** Below 0: given back. */
  readonly quantity: number;
}

export interface CountedDish {
  readonly id: string;
  /** Below 0: the staff added so many more than there were. */
  readonly left: number;
  readonly wanted: number;
}

/** Those of the dishes that are counted; until this transaction ends no other one orders of them. */
export async function lockCountedDishes(
  trx: Trx,
  merchantId: string,
  ordered: readonly Ordered[],
): Promise<CountedDish[]> {
  const wanted = new Map<string, number>();
  for (const { productId, quantity } of ordered)
    wanted.set(productId, (wanted.get(productId) ?? 0) + quantity);
  if (wanted.size === 0) return [];
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'portions'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', [...wanted.keys()])
    .where('portions', 'is not', null)
    .orderBy('id')
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute();
  return rows.map(({ id, portions }) => ({ id, left: portions ?? 0, wanted: wanted.get(id) ?? 0 }));
}

/** What to say where fewer are left than are wanted. */
export function describeShortage(counted: readonly CountedDish[], menu: MenuIndex): Words | undefined {
  const short = counted.filter(({ left, wanted }) => wanted > left);
  if (short.length === 0) return undefined;
  const named = short.map(({ id, left }) => ({ name: menu.get(id)?.name ?? id, left: shownPortions(left) }));
  return {
    'en-US': `Fewer are left: ${named.map(({ name, left }) => `${name} (${left})`).join(', ')}`,
    'zh-TW': `剩下的份數不夠：${named.map(({ name, left }) => `${name}（剩 ${left} 份）`).join('、')}`,
  };
}

/** @returns whether diners see it: few are left of one of them, it has run out, or is there again */
export async function takePortions(
  trx: Trx,
  merchantId: string,
  counted: readonly CountedDish[],
): Promise<boolean> {
  for (const { id, left, wanted } of counted)
    await trx
      .updateTable('products')
      // The staff may add more than should be left; taken back, it is as it was before.
      .set({ portions: left - wanted, sold_out: left <= wanted ? 1 : 0 })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .execute();
  return counted.some(
    ({ left, wanted }) =>
      Math.min(left, left - wanted) <= fewPortions && shownPortions(left) !== shownPortions(left - wanted),
  );
}

/** As people are told of them. */
export function shownPortions(left: number): number {
  return Math.max(0, left);
}
