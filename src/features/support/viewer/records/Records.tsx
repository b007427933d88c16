import { useDeferredValue, useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fate } from '#projections/replay/fates.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { everything } from '../logs/follow.ts';
import { describeActor, describeAct } from '#projections/replay/service-words.ts';
import {
  listIds,
  listPositions,
  listService,
  recordKinds,
  type RecordFilter,
  type RecordKind,
} from './record-filter.ts';
import { RecordList } from './RecordList.tsx';
import type { PlacedService, TableOfLogs } from '../logs/table-of-logs.ts';
import { Select } from '../time/TimeFields.tsx';
import { describeDish, type Words } from '#projections/replay/replay-words.ts';

interface Props {
  readonly table: TableOfLogs;
  readonly position: number;
  readonly fates: readonly ((id: string) => Fate | undefined)[];
  readonly words: Words;
  readonly filter: RecordFilter;
  onFilter(filter: RecordFilter): void;
  /** The field that a key focuses. */
  readonly search: RefObject<HTMLInputElement | null>;
  go(position: number): void;
}

/** The list of records, with a search field and a filter by kind. It can be limited to one diner or one line. */
export function Records({ table, position, fates, words, filter, onFilter, search, go }: Props) {
  const { t } = useTranslation('support');
  const { positions, service } = useListedRecords({ table, fates, words, filter });
  const { of } = filter;

  return (
    <Stack as="section" $gap="sm" aria-label={t('records.title')}>
      <Row $gap="md" $lineGap="none" $align="baseline" $justify="space-between" $wrap>
        <Text as="h2" $type="heading">
          {of.kind === 'line'
            ? t('records.historyOf', { dish: table.label(describeDish(of.item)) })
            : of.kind === 'diner'
              ? t('records.historyOfDiner', { name: table.nameOf(of.userId) })
              : t('records.title')}
        </Text>
        <Small as="output">
          {t('records.shown', {
            count: positions.length + service.length,
            of: table.axis.length + table.service.length,
          })}
        </Small>
      </Row>
      <Row $gap="sm" $wrap>
        <Box
          as="input"
          $grow="readable"
          $minHeight="touch"
          $padInline="md"
          $type="small"
          $ground="surface"
          $line="outline"
          $radius="sm"
          ref={search}
          type="search"
          aria-label={t('records.search')}
          placeholder={t('records.search')}
          value={filter.search}
          onChange={({ target }) => onFilter({ ...filter, search: target.value })}
        />
        <Select
          aria-label={t('records.kind')}
          value={filter.kind}
          onChange={({ target }) => onFilter({ ...filter, kind: target.value as RecordKind })}
        >
          {recordKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`records.kinds.${kind}`)}
            </option>
          ))}
        </Select>
        {of.kind !== 'everything' && (
          <Button variant="quiet" onClick={() => onFilter({ ...filter, of: everything })}>
            {t('records.historyEnd')}
          </Button>
        )}
      </Row>
      <RecordList
        table={table}
        positions={positions}
        service={service}
        position={position}
        fates={fates}
        words={words}
        go={go}
      />
    </Stack>
  );
}

/** The records that pass the filter. It is deferred, so that typing in the search field stays fast. */
function useListedRecords({
  table,
  fates,
  words,
  filter,
}: Pick<Props, 'table' | 'fates' | 'words' | 'filter'>): {
  readonly positions: readonly number[];
  readonly service: readonly PlacedService[];
} {
  const { t } = useTranslation('support');
  const deferred = useDeferredValue(filter);
  const positions = useMemo(
    () =>
      listPositions(table, deferred, fates, ({ record, effect, number }) => {
        const author = 'event' in record ? record.event.userId : undefined;
        const name = author === undefined ? '' : table.nameOf(author);
        return [number, name, words.says(record), ...words.did(effect, author), ...listIds(record)].join(' ');
      }),
    [table, deferred, fates, words],
  );
  const service = useMemo(() => {
    const all = table.service.map(({ event }) => event);
    return listService(table, deferred, ({ event }) =>
      table.label([describeActor(t, event, table.nameOf), describeAct(t, event, all), event.id].join(' ')),
    );
  }, [table, deferred, t]);
  return { positions, service };
}
