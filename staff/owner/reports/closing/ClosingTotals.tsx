import { useTranslation } from 'react-i18next';
import type { ClosingSheet } from '#contract/calls/closing.ts';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { DrawerLines } from '../cash/DrawerLines.tsx';
import { TotalsList } from '../TotalsList.tsx';

/** The totals of a closing and the orders that were still open. For screen and paper. */
export function Sheet({
  sheet: { sums, open, drawers = [] },
  currency,
}: {
  sheet: ClosingSheet;
  currency: string;
}) {
  const { t } = useTranslation(['numbers', 'staff']);
  const { orders, guests } = sums.counts;
  const isNothingOpen = open.orders.length === 0 && open.tables.length === 0;

  return (
    <Stack $gap="lg">
      <Small>{`${t('orders')} ${orders} · ${t('guests')} ${guests}`}</Small>
      <TotalsList sums={sums} currency={currency}>
        {drawers.map((drawer) => (
          <DrawerLines key={`${drawer.drawer} ${drawer.currency}`} drawer={drawer} />
        ))}
        <section>
          <Text as="h3" $type="heading" $below="sm">
            {t('closing.open')}
          </Text>
          {isNothingOpen && <Text>{t('closing.nothingOpen')}</Text>}
          {open.orders.length > 0 && (
            <dl>
              {open.orders.map(({ serial, tableName, owed }) => (
                <MoneyLine
                  key={serial}
                  label={[serial, ...(tableName === null ? [] : [`${t('table')} ${tableName}`])].join(' · ')}
                  amount={owed}
                  currency={currency}
                />
              ))}
              <MoneyLine label={t('closing.openOrders')} amount={open.owed} currency={currency} isTotal />
            </dl>
          )}
          {open.tables.length > 0 && (
            <Small $above="xs">
              {t('closing.openTables', { tables: open.tables.join(t('staff:separator')) })}
            </Small>
          )}
        </section>
      </TotalsList>
    </Stack>
  );
}
