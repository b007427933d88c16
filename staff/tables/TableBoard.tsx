import { useState } from 'react';
import { styled } from 'styled-components';
import type { DataOf } from '#contract/http/call.ts';
import type { staffOverview, StaffIdentity } from '#contract/calls/staff.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { useOrderSheet } from '../orders/use-order-sheet.tsx';
import { useNow } from '../use-now.ts';
import { computeTableState } from './at-table.ts';
import { TableActions } from './TableActions.tsx';
import { TableCard } from './TableCard.tsx';

type Overview = DataOf<typeof staffOverview>;

/** How often the minutes are updated, ms. */
const tickMs = 10_000;

/** One visit to a table's sheet. Each tap on a table starts a new one at the first step. */
interface Look {
  readonly number: number;
  readonly tableId: string;
  readonly isOpen: boolean;
}

/** All tables with their sessions. A tap opens a table's actions. */
export function TableBoard({ overview, staff }: { overview: Overview | undefined; staff: StaffIdentity }) {
  const now = useNow(tickMs);
  const [look, setLook] = useState<Look>();
  const { ask, sheet } = useOrderSheet(overview?.orders ?? [], staff);
  if (!overview) return null;
  const chosen = overview.tables.find(({ tableId }) => tableId === look?.tableId);
  const open = (tableId: string) =>
    setLook((before) => ({ number: (before?.number ?? 0) + 1, tableId, isOpen: true }));
  // An action may complete after another table was opened. It must not close that table's sheet.
  const close = () =>
    setLook((now) => (now?.number === look?.number ? now && { ...now, isOpen: false } : now));

  return (
    <>
      <Grid>
        {overview.tables.map((table) => (
          <li key={table.tableId}>
            <TableCard
              table={table}
              at={computeTableState(table, overview.orders)}
              currency={staff.currency}
              now={now}
              onTap={() => open(table.tableId)}
            />
          </li>
        ))}
      </Grid>
      {look && chosen && (
        <TableActions
          key={look.number}
          table={chosen}
          at={computeTableState(chosen, overview.orders)}
          tables={overview.tables}
          staff={staff}
          open={look.isOpen}
          onClose={close}
          onAsk={(asked) => {
            close();
            ask(asked);
          }}
        />
      )}
      {sheet}
    </>
  );
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(max(${size.readable}, 18%), 1fr));
  gap: ${space.md};
`;
