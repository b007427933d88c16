import { codes, rejections } from '#contract/codes.ts';

/** CE1 to CE8, CS3: texts for a refused order, by code; every other refusal speaks for itself. */
const refusalTexts = {
  [codes.shoppingCartUpdated]: 'place.cartChanged',
  [codes.pleaseAddItAgainToYourCart]: 'place.addAgain',
  [codes.soldOut]: 'place.soldOut',
  [codes.tableUnavailable]: 'place.tableUnavailable',
  [codes.orderSubmitted]: 'place.orderSubmitted',
  [codes.orderCodeMiss]: 'code.missing',
  [codes.guestModeDoesNotSupportPlacingOrders]: 'place.membersOnly',
  [codes.checkoutInProgress]: 'place.checkout',
  [codes.orderHasCheckout]: 'place.checkout',
  [codes.orderModified]: 'place.orderModified',
  [codes.couponUnusable]: 'place.couponUnusable',
} as const;

type RefusalText = (typeof refusalTexts)[keyof typeof refusalTexts] | 'place.notTaken';

/** @param isMember "log in" is no help to somebody who has (CE3) */
export function getRefusalText(code: number, isMember: boolean): RefusalText | undefined {
  if (isMember && code === codes.guestModeDoesNotSupportPlacingOrders) return 'place.notTaken';
  return (refusalTexts as Partial<Record<number, RefusalText>>)[code];
}

/** What to say when the server took a change out (CE4, CE6). */
export function getRejectionText(code: string | number) {
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
