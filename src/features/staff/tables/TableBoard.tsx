import { useState } from 'react';
import { styled } from 'styled-components';
import type { DataOf } from '#contract/http/call.ts';
import type { staffOverview, StaffIdentity } from '#contract/calls/staff.ts';
import { size, space } from '#src/kit/theme/tokens.ts';
import { useOrderSheet } from '../orders/use-order-sheet.tsx';
import { useNow } from '../use-now.ts';
import { atTable } from './at-table.ts';
import { TableActions } from './TableActions.tsx';
import { TableCard } from './TableCard.tsx';

type Overview = DataOf<typeof staffOverview>;

/** How often the minutes on it are counted anew, ms. */
const tickMs = 10_000;

/** The floor: every table with the party at it; a tap opens what can be done there. */
export function TableBoard({ overview, staff }: { overview: Overview | undefined; staff: StaffIdentity }) {
  const now = useNow(tickMs);
  const [chosenId, setChosenId] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const { ask, sheet } = useOrderSheet(overview?.orders ?? [], staff);
  if (!overview) return null;
  const chosen = overview.tables.find(({ tableId }) => tableId === chosenId);

  return (
    <>
      <Grid>
        {overview.tables.map((table) => (
          <li key={table.tableId}>
            <TableCard
              table={table}
              at={atTable(table, overview.orders)}
              currency={staff.currency}
              now={now}
              onTap={() => {
                setChosenId(table.tableId);
                setOpen(true);
              }}
            />
          </li>
        ))}
      </Grid>
      {chosen && (
        <TableActions
          key={`${chosen.tableId} ${chosen.session?.id}`}
          table={chosen}
          at={atTable(chosen, overview.orders)}
          tables={overview.tables}
          staff={staff}
          open={isOpen}
          onClose={() => setOpen(false)}
          onAsk={(asked) => {
            setOpen(false);
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
