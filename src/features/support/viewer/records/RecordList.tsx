import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Fate } from '#projections/replay/fates.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { border, colour, radius, size } from '#src/kit/theme/tokens.ts';
import { RecordRow } from './RecordRow.tsx';
import type { TableOfLogs } from '../logs/table-of-logs.ts';
import type { Words } from '../logs/use-words.ts';
import { Small } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly table: TableOfLogs;
  /** Positions of the axis, in order. */
  readonly positions: readonly number[];
  readonly position: number;
  readonly fates: readonly ((id: string) => Fate | undefined)[];
  readonly words: Words;
  go(position: number): void;
}

/** A row's usual height until it is measured, px. */
const usualRow = 68;

/** The records of all phones in the order of the axis; only those in sight are drawn. */
export function RecordList({ table, positions, position, fates, words, go }: Props) {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const time = useMemo(
    () => new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' }),
    [language],
  );
  const frame = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: positions.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualRow,
    getItemKey: (index) => positions[index]!,
    overscan: 6,
  });
  const current = lastUpTo(positions, position);

  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
    // The list itself is a new one with each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current, positions]);

  if (positions.length === 0)
    return (
      <Small $pad="xl" $centred>
        {t('records.none')}
      </Small>
    );
  return (
    <Frame ref={frame} tabIndex={0} aria-label={t('records.list')}>
      <List style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const at = positions[index]!;
          const { phone, index: step } = table.axis[at - 1]!;
          return (
            <Item
              key={key}
              data-index={index}
              ref={rows.measureElement}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={positions.length}
              aria-posinset={index + 1}
            >
              <RecordRow
                phone={table.phones[phone]!}
                step={table.phones[phone]!.replay.steps[step]!}
                isAlone={table.phones.length === 1}
                isCurrent={at === position}
                isAhead={at > position}
                fateOf={fates[phone]!}
                words={words}
                time={time}
                nameOf={table.nameOf}
                onOpen={() => go(at)}
              />
            </Item>
          );
        })}
      </List>
    </Frame>
  );
}

/** The place of the last one that is not beyond `limit`; −1: all are. */
function lastUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const Frame = styled.section`
  max-height: ${size.recordList};
  overflow-y: auto;
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};
`;

const List = styled.ol`
  position: relative;
`;

const Item = styled.li`
  position: absolute;
  inset: 0 0 auto;
`;
