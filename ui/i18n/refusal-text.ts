import { codes, rejections } from '#contract/codes.ts';

/** Texts for a refused order, by code. For other codes the server's own message is shown. */
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

/**
 * Returns the text's key for a refused order, or undefined for the server's own message.
 * @param isMember members get no advice to log in
 */
export function getRefusalText(code: number, isMember: boolean): RefusalText | undefined {
  if (isMember && code === codes.guestModeDoesNotSupportPlacingOrders) return 'place.notTaken';
  return (refusalTexts as Partial<Record<number, RefusalText>>)[code];
}

/** Returns the text's key for a change that the server has rejected. */
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
