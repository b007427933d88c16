import { useTranslation } from 'react-i18next';
import type { PaperRow } from '#contract/calls/receipt.ts';
import type { Order } from '#contract/order-fields.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { describeOptions, groupReceiptLines } from '#projections/bill/receipt-lines.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { getLineAmount, isShown, getOrderCurrency } from '#ui/bill/order-rounds.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useMoneyLines } from '../detail/use-money-lines.ts';
import { isTableNumber } from '#ui/text/is-table-number.ts';

/**
 * The rows of a receipt, from what this phone knows: dishes, totals, payments and the rest to pay. They are shown until
 * the server's receipt has loaded, and at servers that have none.
 */
export function useOwnRows(order: Order): PaperRow[] {
  const dishText = useDishText();
  const language = useLanguage();
  const { merchant, currency: present } = useOrderPlace();
  const currency = getOrderCurrency(order, present);
  const head = useHead(order);
  const formatAmount = (amount: string) => formatMoney(amount, currency, language);
  const lines = groupReceiptLines(order.orderItems.filter(isShown), getLineAmount);
  const totals = useMoneyLines(order, currency, merchant?.taxName);
  return [
    { kind: 'title', text: merchant?.shortName ?? '' },
    ...head.map((text): PaperRow => ({ kind: 'middle', text })),
    { kind: 'rule' },
    ...lines.flatMap(({ name, options, quantity, unitLabel, amount }): PaperRow[] => {
      const chosen = describeOptions(options);
      return [
        { kind: 'amount', label: dishText(name, quantity, unitLabel), amount: formatAmount(amount) },
        ...(chosen === '' ? [] : [{ kind: 'note' as const, text: chosen }]),
      ];
    }),
    { kind: 'rule' },
    ...totals.map(({ label, amount, isTotal }): PaperRow => {
      return { kind: isTotal ? 'total' : 'amount', label, amount: formatAmount(amount) };
    }),
  ];
}

/** The lines at the top of the receipt: number, table and date. */
function useHead({ serial, tableName, createAt }: Order): string[] {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    serial && t('detail.serial', { serial }),
    tableName && (isTableNumber(tableName) ? t('detail.table', { name: tableName }) : tableName),
    createAt > 0 && when.format(createAt),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}
