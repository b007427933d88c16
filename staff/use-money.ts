import { useLanguage } from '#ui/routes/language.ts';
import { formatMoney } from '#projections/bill/format-money.ts';

/** Formats amounts (decimal text) in the page's language. @param currency ISO 4217 */
export function useMoney(currency: string): (amount: string) => string {
  const language = useLanguage();
  return (amount) => formatMoney(amount, currency, language);
}
