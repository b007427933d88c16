import type { setSoldOut } from '#contract/calls/staff.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { readRestaurantClock, findBusinessDay, endOfDay } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { markOptionsSoldOut, markSoldOut } from '#server/menu/sold-out.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';

interface Deps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Marks a dish, or options of dishes, as sold out or available. @returns whether it changed anything */
export async function changeSoldOut(
  { db, clock, subscribers }: Deps,
  merchantId: string,
  { productId, modifierIds = [], until, ...rest }: BodyOf<typeof setSoldOut>,
): Promise<boolean> {
  const said = {
    ...rest,
    until: until === 'tomorrow' ? await endOfToday(db, merchantId, clock.now()) : until,
  };
  const isChanged =
    productId === undefined
      ? await markOptionsSoldOut(db, merchantId, modifierIds, said)
      : await markSoldOut(db, merchantId, productId, said);
  if (isChanged) subscribers.notify('menuChanged', { merchantId });
  return isChanged;
}

/** When the restaurant's business day ends, ms. */
async function endOfToday(db: Db, merchantId: string, now: number): Promise<number> {
  const ownClock = readRestaurantClock(await readSettings(db, merchantId));
  return endOfDay(ownClock, findBusinessDay(ownClock, now));
}
