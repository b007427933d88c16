import { codes, rejections } from '#contract/codes.ts';

/** What to say when the server took a change out (CE4, CE6). */
export function rejectionText(code: string | number) {
  switch (code) {
    case codes.pleaseAddItAgainToYourCart:
      return 'notices.addAgain';
    case codes.soldOut:
      return 'notices.soldOut';
    case rejections.alreadyOrdered:
      return 'notices.alreadyOrdered';
    case rejections.tableFull:
      return 'notices.tableFull';
    default:
      return 'notices.rejected';
  }
}
