import { nanoid } from 'nanoid';
import { useTranslation } from 'react-i18next';
import type { House } from '#contract/calls/house.ts';
import { EditableList } from '../EditableList.tsx';
import type { Mistake } from '../use-settings.ts';
import { TableRow, type TableDraft } from './TableRow.tsx';

/** The restaurant's tables. */
export function TableList({ house: { tables, version } }: { house: House }) {
  const { t } = useTranslation('house');
  return (
    <EditableList<TableDraft>
      of="tables"
      saved={tables.map((table) => ({ ...table, key: table.id }))}
      version={version}
      toBody={(entries) => ({
        tables: entries.map(({ id, name }) => ({ ...(id !== undefined && { id }), name })),
      })}
      create={createNextTable}
      nameOf={({ name }) => name}
      isShown={(mistake) => indexOf(mistake) !== undefined}
    >
      {({ entry, index, mistakes, isSaved, change, remove }) => (
        <TableRow
          key={entry.key}
          table={entry}
          place={index + 1}
          error={mistakes.some((each) => indexOf(each) === index) ? t('wrong.tableName') : undefined}
          mayRenew={isSaved}
          onRename={(name) => change({ name })}
          onRemove={remove}
        />
      )}
    </EditableList>
  );
}

/** Creates a table with the next free number. */
function createNextTable(entries: readonly TableDraft[]): TableDraft {
  const numbers = entries.map(({ name }) => Number(name)).filter(Number.isSafeInteger);
  return { key: nanoid(), name: String(Math.max(0, ...numbers) + 1) };
}

function indexOf({ path }: Mistake): number | undefined {
  const [, index] = /^tables\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? undefined : Number(index);
}
