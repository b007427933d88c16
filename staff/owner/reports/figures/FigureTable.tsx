import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, figures, size, space, type } from '#ui/theme/tokens.ts';

interface TableProps {
  readonly heads: readonly string[];
  /** The first cell of each row is its heading. */
  readonly rows: readonly (readonly string[])[];
  /** The last row, set apart. */
  readonly total?: readonly string[];
}

interface Props extends TableProps {
  /** What the table is about, for its caption. */
  readonly what: string;
}

/** The data of a chart as a table. */
export function FigureTable({ what, ...table }: Props) {
  const { t } = useTranslation('numbers');
  return (
    <details>
      <Summary>{t('asTable', { what })}</Summary>
      <PlainTable {...table} />
    </details>
  );
}

export function PlainTable({ heads, rows, total }: TableProps) {
  const renderRow = ([about, ...cells]: readonly string[], key: number | undefined) => (
    <tr key={key}>
      <th scope="row">{about}</th>
      {cells.map((cell, n) => (
        <td key={heads[n + 1]}>{cell}</td>
      ))}
    </tr>
  );
  return (
    <Table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {/* Two dishes may have the same name, so the index is the key. The rows keep their order. */}
      <tbody>{rows.map(renderRow)}</tbody>
      {total && <tfoot>{renderRow(total, undefined)}</tfoot>}
    </Table>
  );
}

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.sm};
  ${type.label};
  color: ${colour('accentText')};
  cursor: pointer;
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  ${figures};

  th,
  td {
    padding: ${space.xs} ${space.sm};
    text-align: end;
    border-bottom: thin solid ${colour('line')};
  }
  td:last-child,
  th:last-child {
    padding-inline-end: ${space.none};
  }
  th:first-child {
    padding-inline-start: ${space.none};
    text-align: start;
    overflow-wrap: anywhere;
  }
  thead th {
    ${type.label};
    color: ${colour('textMuted')};
  }
  tbody th {
    font-weight: inherit;
  }
  tfoot > tr > * {
    ${type.strong};
  }
`;
