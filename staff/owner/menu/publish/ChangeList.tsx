import { chooseText } from '#contract/menu-file/localized.ts';
import { useTranslation } from 'react-i18next';
import { decimal } from '#contract/fields.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { Box, Small, Text } from '#ui/primitives.tsx';
import type { Change } from '../draft/changes.ts';
import { useRestaurant } from '../restaurant.ts';

/** The changes, dish by dish. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { currency } = useRestaurant();
  const formatAmount = (amount: string) =>
    decimal.test(amount) ? formatMoney(amount, currency, language) : amount || '–';
  return (
    <ul>
      {changes.map(({ id, of, name, kinds, prices }) => (
        <Box as="li" key={`${of} ${id}`} $ruled $padBlock="sm">
          <Text $type="strong" $breaks>
            {(name && chooseText(name, language)) || t(of === 'dish' ? 'dish.unnamed' : 'section.unnamed')}
          </Text>
          <Small>
            {kinds
              .map((kind) =>
                kind === 'price' && prices
                  ? t('change.prices', { before: formatAmount(prices[0]), after: formatAmount(prices[1]) })
                  : t(`change.kind.${kind}`),
              )
              .join(t('change.and'))}
          </Small>
        </Box>
      ))}
    </ul>
  );
}
