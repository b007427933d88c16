/**
 * Sends a text message when the kitchen has finished an order to go: with the last dish, or when staff say that all is
 * ready. The text is in the language in which the diner ordered. Without a provider of texts nothing is sent, and the
 * page of the order says so to the diner.
 */
import { isReadyForPickup, readPickup } from '#contract/pickup.ts';
import type { Order } from '#contract/order-fields.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { findPickupLanguage } from '#server/ordering/opening/pickup.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { sendText, type TextDeps } from '#server/platform/sms/sms.ts';
import { getServerText } from '#server/platform/server-texts.ts';
import { findCountryLanguage } from '#server/platform/http/language.ts';

export function createPickupSubscriptions(deps: TextDeps): Subscription[] {
  return [
    subscribe('actDone', {
      afterCommit: async ({ merchantId, before, after }) => {
        if (hasBecomeReady(before, after)) await announce(deps, merchantId, after);
      },
    }),
  ];
}

/** An order that was handed over already needs no text. */
function hasBecomeReady(before: Order, after: Order): boolean {
  if (!readPickup(after) || isReadyForPickup(before.orderItems)) return false;
  const isHandedOver = after.orderItems.every(({ quantity, qtyServed }) => (qtyServed ?? 0) >= quantity);
  return isReadyForPickup(after.orderItems) && !isHandedOver;
}

async function announce(deps: TextDeps, merchantId: string, order: Order): Promise<void> {
  const { memberId, serial } = order;
  if (typeof memberId !== 'string') return;
  const user = await deps.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', memberId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!user?.phone) return;
  const merchant = await readSettings(deps.db, merchantId);
  const language = findPickupLanguage(order) ?? findCountryLanguage(merchant.phoneCountry);
  const restaurant = chooseText(merchant.shortName, language);
  const text = getServerText(language, 'sms.ready', { restaurant, serial });
  try {
    await sendText(deps, { merchantId, recipient: user.phone, text });
  } catch (error) {
    // Another attempt would send the text twice, or fail again. The diner's page shows the state anyway.
    if (!(error instanceof Refusal)) throw error;
  }
}
