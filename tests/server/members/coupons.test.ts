import { expect, test } from 'vitest';
import { getCoupons } from '#contract/calls/coupon.ts';
import type { CouponState } from '#contract/coupon-fields.ts';
import { getMember } from '#contract/calls/member.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import { fakeClock, startSharedServer, type Caller } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });

const offered = (await readDemoMerchants())[0]!.coupons;
const dayMs = 24 * 3_600_000;
const readCouponNames = async (who: Caller, state: CouponState) =>
  (await server.ask(getCoupons, { ...who, query: { state } })).list.map(({ name }) => name);

test('a new member receives every coupon of the merchant once; they expire after 30 days', async () => {
  const member = await server.member('2125550301');
  expect((await readCouponNames(member, 'available')).toSorted()).toEqual(
    offered.map(({ name }) => name['en-US']).toSorted(),
  );
  expect(await readCouponNames(member, 'used')).toEqual([]);
  expect((await server.ask(getMember, member)).availableUserCouponCount).toBe(offered.length);

  clock.advance(61_000);
  const again = await server.member('2125550301');
  expect(await readCouponNames(again, 'available')).toHaveLength(offered.length);
  expect(await readCouponNames({ ...again, language: 'zh-TW' }, 'available')).toContain(
    offered[0]!.name['zh-TW'],
  );

  clock.advance(31 * dayMs);
  const late = await server.member('2125550301');
  expect(await readCouponNames(late, 'available')).toEqual([]);
  expect(await readCouponNames(late, 'expired')).toHaveLength(offered.length);
  expect((await server.ask(getMember, late)).availableUserCouponCount).toBe(0);
});

// CP9, CX6
test('a used coupon is listed as used, only at its merchant, and only for its member', async () => {
  const member = await server.member('2125550302');
  await server.db
    .updateTable('user_coupons')
    .set({ used_at: clock.now(), order_id: 'o1' })
    .where('user_id', '=', member.userId)
    .where('coupon_id', '=', offered[0]!.id)
    .execute();
  expect(await readCouponNames(member, 'used')).toEqual([offered[0]!.name['en-US']]);
  expect(await readCouponNames(member, 'available')).toHaveLength(offered.length - 1);
  expect(await readCouponNames(await server.member('2125550303'), 'used')).toEqual([]);
});

test('a guest has no coupons, and there is no other state', async () => {
  expect(await readCouponNames(await server.guest(), 'available')).toEqual([]);
  const member = await server.member('2125550304');
  expect(await server.call(getCoupons, { ...member, query: { state: 'lost' } })).toMatchObject({
    status: 400,
    data: { path: 'query.state' },
  });
});
