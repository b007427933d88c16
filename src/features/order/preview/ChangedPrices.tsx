import { useTranslation } from 'react-i18next';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Text } from '#ui/primitives.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import type { TotalChange } from './total-changes.ts';

/** Lists the prices that have changed since the diner opened the review. */
export function ChangedPrices({ changes }: { readonly changes: readonly TotalChange[] }) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const language = useLanguage();
  if (changes.length === 0) return null;
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const describeChange = (change: TotalChange): string => {
    const formatValue = (amount: string) =>
      change.kind === 'tax' ? rate.format(Number(amount)) : formatMoney(amount, currency, language);
    const name = change.kind === 'service' ? t('preview.serviceCharge') : change.name;
    return t('preview.changed', { name, from: formatValue(change.from), to: formatValue(change.to) });
  };
  return (
    <Banner tone="warning">
      <Text $type="strong">{t('preview.changedTitle')}</Text>
      <ul>
        {changes.map((change, index) => (
          // Two lines may be the same dish with the same price, so only the position is unique.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{describeChange(change)}</li>
        ))}
      </ul>
    </Banner>
  );
}
