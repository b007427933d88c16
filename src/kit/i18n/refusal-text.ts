import { codes, rejections } from '#contract/codes.ts';

/** CE1 to CE8: texts for a refused order, by code; every other refusal speaks for itself. */
const refusalTexts = {
  [codes.shoppingCartUpdated]: 'place.cartChanged',
  [codes.pleaseAddItAgainToYourCart]: 'place.addAgain',
  [codes.soldOut]: 'place.soldOut',
  [codes.tableUnavailable]: 'place.tableUnavailable',
  [codes.orderSubmitted]: 'place.orderSubmitted',
  [codes.guestModeDoesNotSupportPlacingOrders]: 'place.membersOnly',
  [codes.checkoutInProgress]: 'place.checkout',
  [codes.orderHasCheckout]: 'place.checkout',
  [codes.orderModified]: 'place.orderModified',
  [codes.couponUnusable]: 'place.couponUnusable',
} as const;

type RefusalText = (typeof refusalTexts)[keyof typeof refusalTexts];

export function refusalText(code: number): RefusalText | undefined {
  return (refusalTexts as Partial<Record<number, RefusalText>>)[code];
}

/** What to say when the server took a change out (CE4, CE6). */
export function rejectionText(code: string | number) {
  switch (code) {
    case codes.pleaseAddItAgainToYourCart:
      return 'notices.addAgain';
    case codes.soldOut:
      return 'notices.soldOut';
    case rejections.alreadyOrdered:
      return 'notices.alreadyOrdered';
    case rejections.unanswered:
      return 'notices.unanswered';
    case rejections.notOrdered:
      return 'notices.notOrdered';
    case rejections.dinerFull:
    case rejections.tableFull:
      return 'notices.tableFull';
    default:
      return 'notices.rejected';
  }
}
