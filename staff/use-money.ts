import { useLanguage } from '#ui/routes/language.ts';
import { moneyText } from '#ui/text/Price.tsx';

/** Amounts (decimal text) as the language writes them. @param currency ISO 4217 */
export function useMoney(currency: string): (amount: string) => string {
  const language = useLanguage();
  return (amount) => moneyText(amount, currency, language);
}
