import { useTranslation } from 'react-i18next';
import type { Drawer } from '#contract/calls/cash.ts';
import { calculateDifference, compareAmounts, isZero, zero } from '#projections/bill/money.ts';
import { Text } from '#ui/primitives.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { useMoney } from '../../../use-money.ts';

/** What must lie in a cash drawer, what was counted, and the difference. For screen and paper. */
export function DrawerLines({ drawer: each }: { readonly drawer: Drawer }) {
  const { t } = useTranslation('numbers');
  const { drawer, currency, float, received, paidIn, paidOut, expected, counted } = each;
  const line = (name: 'float' | 'received' | 'paidIn' | 'paidOut', amount: string) => (
    <MoneyLine key={name} label={t(`cash.${name}`)} amount={amount} currency={currency} />
  );
  return (
    <section>
      <Text as="h2" $type="heading" $below="sm">
        {drawer === '' ? t('cash.drawer') : t('cash.drawerOf', { name: drawer })}
      </Text>
      <dl>
        {line('float', float)}
        {line('received', received)}
        {!isZero(paidIn) && line('paidIn', paidIn)}
        {!isZero(paidOut) && line('paidOut', calculateDifference(zero, paidOut))}
        <MoneyLine label={t('cash.expected')} amount={expected} currency={currency} isTotal />
        {counted !== null && <MoneyLine label={t('cash.counted')} amount={counted} currency={currency} />}
      </dl>
      <Difference drawer={each} />
    </section>
  );
}

function Difference({ drawer: { difference, currency } }: { readonly drawer: Drawer }) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  if (difference === null) return <Text $colour="textMuted">{t('cash.notCounted')}</Text>;
  if (isZero(difference)) return <Text $type="strong">{t('cash.exact')}</Text>;
  const isShort = compareAmounts(difference, zero) < 0;
  const price = money(isShort ? calculateDifference(zero, difference) : difference);
  return (
    <Text $type="strong" $colour={isShort ? 'danger' : 'warning'}>
      {t(isShort ? 'cash.short' : 'cash.over', { price })}
    </Text>
  );
}
