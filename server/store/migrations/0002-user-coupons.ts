import type { Kysely, Migration } from 'kysely';

/** Which member holds which of the merchant's coupons. Times are bigint (ms since 1970). */
export const createUserCoupons: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('user_coupons')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('coupon_id', 'text', (c) => c.notNull())
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('order_id', 'text')
      .addUniqueConstraint('user_coupons_once', ['user_id', 'coupon_id'])
      .execute();
  },
};
