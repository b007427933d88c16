import type { Menu, TinyMerchant } from './merchant.ts';
import type { LanguageCode } from '../http/headers.ts';

/** The first answers that the menu page needs. The page's own server writes them into the page. */
export interface FirstAnswers {
  readonly merchantId: string;
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly at: number;
  readonly merchant: TinyMerchant;
  readonly menu: Menu;
}
