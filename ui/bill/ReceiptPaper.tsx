import { styled } from 'styled-components';
import type { PaperRow } from '#contract/calls/receipt.ts';
import { border, colour, figures, longWords, space, type } from '#ui/theme/tokens.ts';

/** A bill or receipt, for screen and paper. */
export function ReceiptPaper({ rows }: { rows: readonly PaperRow[] }) {
  return (
    <div>
      {groupIntoTables(rows).map((part, n) =>
        // The rows of one receipt keep their places.
        // eslint-disable-next-line react/no-array-index-key
        Array.isArray(part) ? <TaxTable key={n} rows={part} /> : <Row key={n} row={part} />,
      )}
    </div>
  );
}

type Columns = Extract<PaperRow, { readonly kind: 'columns' }>;
type Single = Exclude<PaperRow, Columns>;

/** Collects the rows of each table. */
function groupIntoTables(rows: readonly PaperRow[]): (Single | Columns[])[] {
  const parts: (Single | Columns[])[] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (row.kind !== 'columns') parts.push(row);
    else if (Array.isArray(last)) last.push(row);
    else parts.push([row]);
  }
  return parts;
}

function Row({ row }: { row: Single }) {
  switch (row.kind) {
    case 'rule':
      return <Rule />;
    case 'title':
      return <Title>{row.text}</Title>;
    case 'middle':
      return <Middle>{row.text}</Middle>;
    case 'note':
      return <Note>{row.text}</Note>;
    case 'amount':
    case 'total':
      return (
        <Amount $isTotal={row.kind === 'total'}>
          <span>{row.label}</span>
          <span>{row.amount}</span>
        </Amount>
      );
  }
}

function TaxTable({ rows }: { rows: readonly Columns[] }) {
  const heads = rows.filter(({ isHead }) => isHead);
  const others = rows.filter(({ isHead }) => !isHead);
  return (
    <Table>
      <thead>
        {heads.map(({ cells }) => (
          <tr key={cells.join()}>
            {cells.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {others.map(({ cells: [label, ...cells] }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map((cell, n) => (
              // Net and gross may be the same amount.
              // eslint-disable-next-line react/no-array-index-key
              <td key={n}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Title = styled.h3`
  ${type.title};
  ${longWords};
  text-align: center;
`;

const Middle = styled.p`
  ${longWords};
  text-align: center;
`;

const Rule = styled.hr`
  margin-block: ${space.sm};
  border: none;
  border-top: ${border.thin} dashed ${colour('line')};
`;

const Note = styled.p`
  padding-inline-start: ${space.lg};
  ${type.small};
  ${longWords};
  color: ${colour('textMuted')};
`;

const Amount = styled.p<{ readonly $isTotal: boolean }>`
  display: flex;
  justify-content: space-between;
  gap: ${space.md};
  ${({ $isTotal }) => $isTotal && type.heading};

  > :first-child {
    min-width: 0;
    ${longWords};
  }
  > :last-child {
    ${figures};
    white-space: nowrap;
  }
`;

const Table = styled.table`
  width: 100%;
  margin-top: ${space.sm};
  border-collapse: collapse;
  ${type.small};
  ${figures};

  th,
  td {
    padding-block: ${space.xs};
    padding-inline: ${space.xs} ${space.none};
    font-weight: inherit;
    text-align: end;
  }
  th:first-child {
    padding-inline: ${space.none};
    text-align: start;
    overflow-wrap: anywhere;
  }
  thead {
    color: ${colour('textMuted')};
  }
`;
