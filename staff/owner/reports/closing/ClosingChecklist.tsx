import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawer } from '#contract/calls/cash.ts';
import type { ClosingSheet } from '#contract/calls/closing.ts';
import { calculateDifference, compareAmounts, isZero, zero } from '#projections/bill/money.ts';
import { Link } from '#ui/controls/Link.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';
import { useStaffLinks } from '../../../use-staff-links.ts';

interface Props {
  readonly next: ClosingSheet;
  readonly currency: string;
}

/** What should be done before the day is closed. Each item is done, or links to the page where it can be done. */
export function ClosingChecklist({ next: { open, drawers = [] }, currency }: Props) {
  const { t } = useTranslation(['numbers', 'staff']);
  const links = useStaffLinks();
  const money = useMoney(currency);
  const { orders, owed, tables, unserved = [] } = open;
  const whereOf = (tableName: string | null) =>
    tableName === null ? t('noTable') : t('staff:orders.table', { name: tableName });
  const isCounted = drawers.every(({ counted }) => counted !== null);
  return (
    <Stack as="ul" $gap="md">
      <Item
        isDone={orders.length === 0}
        title={
          orders.length === 0 ? t('closing.check.paid') : t('closing.check.unpaid', { price: money(owed) })
        }
        link={{ to: links.view('orders'), words: t('closing.check.toOrders') }}
      >
        {orders.map(({ serial, tableName, owed: of }) => (
          <Small key={serial}>
            {t('closing.bill', { where: whereOf(tableName), serial, price: money(of) })}
          </Small>
        ))}
      </Item>
      <Item
        isDone={unserved.length === 0}
        title={t(unserved.length === 0 ? 'closing.check.served' : 'closing.check.unserved')}
        link={{ to: links.view('orders'), words: t('closing.check.toDishes') }}
      >
        {unserved.map(({ serial, tableName, pieces }) => (
          <Small key={serial}>
            {t('closing.check.dishes', { where: whereOf(tableName), serial, count: pieces })}
          </Small>
        ))}
      </Item>
      <Item
        isDone={tables.length === 0}
        title={t(tables.length === 0 ? 'closing.check.free' : 'closing.check.seated')}
        link={{ to: links.view('tables'), words: t('closing.check.toTables') }}
      >
        {tables.length > 0 && <Small>{tables.map(whereOf).join(t('staff:separator'))}</Small>}
      </Item>
      <Item
        isDone={isCounted}
        title={t(isCounted ? 'closing.check.counted' : 'closing.check.uncounted')}
        link={{ to: '?part=cash', words: t('closing.check.toCash') }}
      >
        {drawers.map((drawer) => (
          <DrawerState key={`${drawer.drawer} ${drawer.currency}`} drawer={drawer} />
        ))}
      </Item>
    </Stack>
  );
}

interface ItemProps {
  readonly isDone: boolean;
  readonly title: string;
  /** The page where it can be done. */
  readonly link: { readonly to: string; readonly words: string };
  readonly children: ReactNode;
}

function Item({ isDone, title, link, children }: ItemProps) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Row as="li" $gap="sm" $icons={isDone ? 'success' : 'warning'}>
      <Icon aria-hidden />
      <Stack $gap="hair" $grow="fewWords">
        <Text $type="strong" $colour="text">
          {title}
        </Text>
        {children}
        {!isDone && <Link to={link.to}>{link.words}</Link>}
      </Stack>
    </Row>
  );
}

/** What a drawer that is counted has too little or too much of, or that it is not counted. */
function DrawerState({ drawer: { drawer, difference, currency } }: { readonly drawer: Drawer }) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const say = () => {
    if (difference === null) return t('cash.notCounted');
    if (isZero(difference)) return t('cash.exact');
    return compareAmounts(difference, zero) < 0
      ? t('cash.short', { price: money(calculateDifference(zero, difference)) })
      : t('cash.over', { price: money(difference) });
  };
  if (drawer === '' && difference === null) return null;
  return <Small>{[...(drawer === '' ? [] : [drawer]), say()].join(' · ')}</Small>;
}
