import { useTranslation } from 'react-i18next';
import { calculateUntaxedSales, type Sums } from '#contract/calls/numbers.ts';
import { isZero, sum, zero, type Amount } from '#projections/bill/money.ts';
import { Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { useMoney } from '../../use-money.ts';
import { PlainTable } from './figures/FigureTable.tsx';

/** The sales by tax rate, with net, tax and gross. They add up to the sales. For screen and paper. */
export function TaxTable({ sums, currency }: { sums: Sums; currency: string }) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent', maximumFractionDigits: 4 });
  const untaxed = calculateUntaxedSales(sums);
  const createRow = (label: string, net: Amount, tax: Amount) => [
    label,
    money(net),
    money(tax),
    money(sum([net, tax])),
  ];
  const rows = [
    ...sums.taxes.map(({ rate, net, amount }) => createRow(percent.format(Number(rate)), net, amount)),
    ...(isZero(untaxed) ? [] : [createRow(t('taxes.untaxed'), untaxed, zero)]),
  ];
  const net = sum([untaxed, ...sums.taxes.map((each) => each.net)]);

  return (
    <section>
      <Text as="h2" $type="heading" $below="sm">
        {t('taxes.title')}
      </Text>
      <PlainTable
        heads={[t('taxes.rate'), t('taxes.net'), t('taxes.tax'), t('taxes.gross')]}
        rows={rows}
        total={createRow(t('taxes.total'), net, sums.money.tax)}
      />
    </section>
  );
}
