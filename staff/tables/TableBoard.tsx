import { ChevronLeft } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { DataOf } from '#contract/http/call.ts';
import type { staffOverview, StaffIdentity } from '#contract/calls/staff.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { Row, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { border, colour, up, radius, size, space } from '#ui/theme/tokens.ts';
import { OrderCard } from '../orders/board/OrderCard.tsx';
import { PickupTime } from '../orders/PickupTime.tsx';
import { useOrderSheet } from '../orders/use-order-sheet.tsx';
import { useHeldOrder } from '../use-held-order.ts';
import { useNow } from '../use-now.ts';
import { listHomeRows, type HomeRow } from './home-rows.ts';
import { TableDetail } from './TableDetail.tsx';
import { getRowId, TableRow, ToGoRow } from './TableRow.tsx';

type Overview = DataOf<typeof staffOverview>;

/** How often the minutes are updated, ms. */
const tickMs = 10_000;

const filters = ['open', 'all'] as const;

/** The staff's home: a list of the tables and orders to go, and the chosen one beside it, or instead of it on a phone. */
export function TableBoard({ overview, staff }: { overview: Overview | undefined; staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const now = useNow(tickMs);
  const [filter, setFilter] = useState<(typeof filters)[number]>('open');
  const [chosenId, setChosen] = useState<string>();
  const rows = listHomeRows(overview?.tables ?? [], overview?.orders ?? []);
  const shown = rows.filter((row) => row.isOpen || (filter === 'all' && 'table' in row));
  const { ids, handlers } = useHeldOrder(shown.map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { ask, sheet } = useOrderSheet(overview?.orders ?? [], staff);
  const chosen = byId.get(chosenId ?? '');
  useBackLayer(chosen !== undefined, () => setChosen(undefined));
  if (!overview) return null;
  const { currency } = staff;
  const renderRow = (each: HomeRow) => {
    const shared = { currency, now, isChosen: each.id === chosen?.id, onChoose: () => setChosen(each.id) };
    if ('table' in each) return <TableRow table={each.table} at={each.at} {...shared} />;
    const { order } = each;
    return (
      <ToGoRow order={order} pickup={order.pickup && <PickupTime pickup={order.pickup} />} {...shared} />
    );
  };
  return (
    <Home>
      <List $isHidden={chosen !== undefined}>
        <Choices
          legend={<VisuallyHidden>{t('tables.filter')}</VisuallyHidden>}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({
            value,
            label: t(`tables.filters.${value}`, { count: rows.filter(({ isOpen }) => isOpen).length }),
          }))}
        />
        {ids.length === 0 && <Text $colour="textMuted">{t('tables.noneOpen')}</Text>}
        <Rows {...handlers}>
          {ids.flatMap((id) => {
            const each = byId.get(id);
            return each ? [<li key={id}>{renderRow(each)}</li>] : [];
          })}
        </Rows>
      </List>
      <Detail aria-labelledby="chosen-table" $isHidden={chosen === undefined}>
        {chosen ? (
          <Fragment key={chosen.id}>
            <DetailHead row={chosen} onBack={() => setChosen(undefined)} />
            {'table' in chosen ? (
              <TableDetail
                {...{ table: chosen.table, at: chosen.at, tables: overview.tables, staff, now }}
                onAsk={ask}
                onLeft={() => setChosen((now) => (now === chosen.id ? undefined : now))}
              />
            ) : (
              <ul>
                <OrderCard order={chosen.order} staff={staff} now={now} onAsk={ask} isAtTable />
              </ul>
            )}
          </Fragment>
        ) : (
          <Text id="chosen-table" $colour="textMuted">
            {t('tables.choose')}
          </Text>
        )}
      </Detail>
      {sheet}
    </Home>
  );
}

/** The title of the chosen table. If it replaces the list, it takes the focus, and gives it back to the row. */
function DetailHead({ row, onBack }: { readonly row: HomeRow; onBack(): void }) {
  const { t } = useTranslation('staff');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.getElementById(getRowId(row.id));
    const wasReplaced = opener?.offsetParent === null;
    if (wasReplaced) {
      title.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    return () => {
      if (wasReplaced) requestAnimationFrame(() => opener.focus());
    };
  }, [row.id]);
  return (
    <Row $gap="sm" $align="center" $below="md">
      <Back>
        <IconButton label={t('tables.back')} onClick={onBack}>
          <ChevronLeft aria-hidden />
        </IconButton>
      </Back>
      <Text as="h2" $type="title" id="chosen-table" tabIndex={-1} ref={title}>
        {'table' in row ? t('orders.table', { name: row.table.name }) : t('orders.toGo')}
      </Text>
    </Row>
  );
}

/** From this width on, the list and the chosen table stand side by side. */
const beside = up('lg');

const Home = styled.div`
  ${beside} {
    display: grid;
    grid-template-columns: minmax(${size.card}, 2fr) minmax(0, 3fr);
    gap: ${space.xl};
    align-items: start;
  }
`;

const List = styled.div<{ $isHidden: boolean }>`
  display: ${({ $isHidden }) => ($isHidden ? 'none' : 'grid')};
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.md};

  ${beside} {
    display: grid;
  }
`;

const Rows = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.xs};
`;

const Detail = styled.section<{ $isHidden: boolean }>`
  display: ${({ $isHidden }) => ($isHidden ? 'none' : 'block')};

  ${beside} {
    display: block;
    position: sticky;
    top: ${size.header};
    max-height: calc(100dvh - ${size.header} - ${space.md});
    overflow-y: auto;
    padding: ${space.lg};
    padding-bottom: calc(${size.control} + ${space.xl});
    background: ${colour('page')};
    border: ${border.thin} solid ${colour('line')};
    border-radius: ${radius.lg};
  }
`;

const Back = styled.span`
  ${beside} {
    display: none;
  }
`;
