import type { Coupon, CouponState } from '#contract/coupon-fields.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

/** How long a member can use a coupon after receiving it, ms. */
const validMs = 30 * 24 * 3_600_000;

/** Gives a member all coupons of the restaurant that the member does not have yet. */
export async function receiveCoupons(
  trx: Trx,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  merchantId: string,
  userId: string,
): Promise<void> {
  const now = clock.now();
  const { coupons: offered } = await readSettings(trx, merchantId);
  if (offered.length === 0) return;
  await trx
    .insertInto('user_coupons')
    .values(
      offered.map((coupon) => ({
        id: ids.next(),
        user_id: userId,
        coupon_id: coupon.id,
        received_at: now,
        expires_at: now + validMs,
        used_at: null,
        order_id: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'coupon_id']).doNothing())
    .execute();
}

/** Returns the member's coupons in a state, ordered by their end. */
export async function listCoupons(
  db: Db,
  who: { readonly userId: string; readonly merchantId: string; readonly language: LanguageCode },
  state: CouponState,
  now: number,
): Promise<Coupon[]> {
  const offered = new Map(
    (await readSettings(db, who.merchantId)).coupons.map((coupon) => [coupon.id, coupon]),
  );
  const rows = await selectInState(db, who.userId, state, now)
    .selectAll()
    .orderBy('expires_at')
    .orderBy('coupon_id')
    .execute();
  return rows.flatMap((row) => {
    const coupon = offered.get(row.coupon_id);
    if (!coupon) return [];
    return {
      ...coupon,
      name: chooseText(coupon.name, who.language),
      userCouponId: row.id,
      userId: who.userId,
      receivedAt: row.received_at,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    };
  });
}

export async function readCouponNames(
  db: Db,
  merchantId: string,
  language: LanguageCode,
): Promise<ReadonlyMap<string, string>> {
  const { coupons } = await readSettings(db, merchantId);
  return new Map(coupons.map(({ id, name }) => [id, chooseText(name, language)]));
}

export async function countAvailable(db: Db, userId: string, now: number): Promise<number> {
  const { total } = await selectInState(db, userId, 'available', now)
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function selectInState(db: Db, userId: string, state: CouponState, now: number) {
  const own = db.selectFrom('user_coupons').where('user_id', '=', userId);
  switch (state) {
    case 'used':
      return own.where('used_at', 'is not', null);
    case 'available':
      return own.where('used_at', 'is', null).where('expires_at', '>', now);
    case 'expired':
      return own.where('used_at', 'is', null).where('expires_at', '<=', now);
    default:
      return state satisfies never;
  }
}
