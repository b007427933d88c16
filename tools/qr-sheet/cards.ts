import type { WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import type { Card } from './layout.ts';

/** A card for every table of the restaurant. @param base origin, without a slash at its end */
export function cardsOf(whole: WholeMerchant, base: string): Card[] {
  const { 'en-US': restaurant, 'zh-TW': restaurantZh } = whole.shortName;
  return whole.tables.map(({ name, qrcodeId }) => ({
    restaurant,
    restaurantZh: restaurantZh === restaurant ? undefined : restaurantZh,
    // A bare number says nothing on a card.
    table: /^\d+$/.test(name) ? `Table ${name}` : name,
    link: `${base}/m/${whole.id}/q/${qrcodeId}`,
    code: `${whole.id}-${qrcodeId}`,
  }));
}
