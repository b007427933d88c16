import { findBusinessDay, readRestaurantClock } from '#server/menu/business-day.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

interface Wanted {
  readonly merchantId: string;
  readonly merchant: Pick<StoredMerchant, 'timeZone' | 'dayEndsAt'>;
  /** ms */
  readonly now: number;
}

/**
 * Returns the order's number for people, which they can call across a kitchen. Numbers start at 1 on each business day.
 * An earlier day may come again if the end of the day moves in the settings. It then continues the current numbers.
 */
export async function issueOrderNumber(trx: Trx, { merchantId, merchant, now }: Wanted): Promise<string> {
  const day = findBusinessDay(readRestaurantClock(merchant), now);
  const { last } = await trx
    .insertInto('order_numbers')
    .values({ merchant_id: merchantId, day, last: 1 })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet((row) => ({
        day: row
          .case()
          .when('order_numbers.day', '<', day)
          .then(day)
          .else(row.ref('order_numbers.day'))
          .end(),
        last: row
          .case()
          .when('order_numbers.day', '<', day)
          .then(1)
          .else(row('order_numbers.last', '+', 1))
          .end(),
      })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return String(last);
}
