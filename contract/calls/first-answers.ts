import type { Menu, TinyMerchant } from './merchant.ts';
import type { LanguageCode } from '../http/headers.ts';

/** What the menu's page would ask for first, as its own server writes it into the page. */
export interface FirstAnswers {
  readonly merchantId: string;
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly at: number;
  readonly merchant: TinyMerchant;
  readonly menu: Menu;
}
