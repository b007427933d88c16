/**
 * Counts the portions of dishes that staff have limited (`10 left`). Each order reduces the count in its own
 * transaction. At 0 the dish is sold out.
 */
import { fewPortions } from '#contract/limits.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { Words } from '#server/platform/http/language.ts';
import { isPostgres, type Trx } from '#server/platform/store/transactions.ts';
import { getServerText, getServerTexts } from '#server/platform/server-texts.ts';
import { joinList } from '#locales/join-list.ts';

export interface OrderedDish {
  readonly productId: string;
  /** Negative if a dish is given back. */
  readonly quantity: number;
}

export interface CountedDish {
  readonly id: string;
  /** Negative if staff added more portions to orders than there were. */
  readonly left: number;
  readonly wanted: number;
}

/** Returns the limited dishes among the ordered ones. Locks them until the transaction ends. */
export async function lockCountedDishes(
  trx: Trx,
  merchantId: string,
  ordered: readonly OrderedDish[],
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

/** Returns a text for the diner if fewer portions are left than wanted. */
export function describeShortage(counted: readonly CountedDish[], menu: MenuIndex): Words | undefined {
  const short = counted.filter(({ left, wanted }) => wanted > left);
  if (short.length === 0) return undefined;
  return getServerTexts('orders.fewerLeft', (language) => {
    const dishes = short.map(({ id, left }) => {
      const values = { dish: menu.get(id)?.name ?? id, count: countShownPortions(left) };
      return getServerText(language, 'orders.portionsLeft', values);
    });
    return { dishes: joinList(dishes, language) };
  });
}

/**
 * Reduces the counts.
 * @returns whether diners see a difference: a dish has few portions left, is sold out or is back
 */
export async function takePortions(
  trx: Trx,
  merchantId: string,
  counted: readonly CountedDish[],
): Promise<boolean> {
  for (const { id, left, wanted } of counted)
    await trx
      .updateTable('products')
      // Staff may add more portions than are left. The count is then negative, so that giving them back restores it.
      .set({ portions: left - wanted, sold_out: left <= wanted ? 1 : 0 })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .execute();
  return counted.some(
    ({ left, wanted }) =>
      Math.min(left, left - wanted) <= fewPortions &&
      countShownPortions(left) !== countShownPortions(left - wanted),
  );
}

/** Returns the number of portions to show, which is never negative. */
export function countShownPortions(left: number): number {
  return Math.max(0, left);
}
