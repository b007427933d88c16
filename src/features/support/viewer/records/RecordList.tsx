import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Fate } from '#projections/replay/fates.ts';
import {
  border,
  colour,
  figures,
  hoverable,
  longWords,
  radius,
  size,
  space,
  type,
} from '#ui/theme/tokens.ts';
import type { PhoneLog, PlacedService, TableOfLogs } from '../logs/table-of-logs.ts';
import type { Words } from '#projections/replay/replay-words.ts';
import { Small } from '#ui/primitives.tsx';
import { rowLook, Says, Time } from './row-parts.ts';
import { ServiceRow } from './ServiceRow.tsx';
import type { ReplayStep } from '#projections/replay/replay.ts';
import { RuleMark, findRule, findRuleOfFate } from '../logs/Rule.tsx';
import { useClock } from '../time/clock.ts';

interface Props {
  readonly table: TableOfLogs;
  /** Positions of the axis, in order. */
  readonly positions: readonly number[];
  /** The events after an order, in order. */
  readonly service: readonly PlacedService[];
  readonly position: number;
  readonly fates: readonly ((id: string) => Fate | undefined)[];
  readonly words: Words;
  go(position: number): void;
}

/** The estimated height of a row before it is measured, px. */
const usualRow = 68;

/** The records of all phones, in the order of the axis. Only visible rows are rendered. */
export function RecordList({ table, positions, service, position, fates, words, go }: Props) {
  const { t } = useTranslation('support');
  const time = useClock();
  // Events after an order are in the same list, behind the record that they follow.
  const lines = useMemo(
    () =>
      [
        ...positions.map((at): Line => ({ at })),
        ...service.map((placed): Line => ({ at: placed.at, placed })),
      ].toSorted((one, other) => one.at - other.at),
    [positions, service],
  );
  const frame = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualRow,
    getItemKey: (index) => lines[index]!.placed?.event.id ?? lines[index]!.at,
    overscan: 6,
  });
  const current = findLastUpTo(lines, position);

  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
    // `rows` is a new object in each render, so it must not be a dependency.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current, lines]);

  if (lines.length === 0)
    return (
      <Small $pad="xl" $centred>
        {t('records.none')}
      </Small>
    );
  return (
    <Frame ref={frame} tabIndex={0} aria-label={t('records.list')}>
      <List style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const { at, placed } = lines[index]!;
          const isAhead = at > position;
          return (
            <Item
              key={key}
              data-index={index}
              ref={rows.measureElement}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              {placed ? (
                <ServiceRow placed={placed} table={table} time={time} isAhead={isAhead} />
              ) : (
                <RecordRow
                  {...recordAt(table, at)}
                  isAlone={table.phones.length === 1}
                  isCurrent={at === position}
                  isAhead={isAhead}
                  fateOf={fates[table.axis[at - 1]!.phone]!}
                  words={words}
                  time={time}
                  nameOf={table.nameOf}
                  onOpen={() => go(at)}
                />
              )}
            </Item>
          );
        })}
      </List>
    </Frame>
  );
}

interface Line {
  /** The position of a record, or the position that `placed` follows. */
  readonly at: number;
  readonly placed?: PlacedService;
}

function recordAt({ axis, phones }: TableOfLogs, at: number): Pick<RecordRowProps, 'phone' | 'step'> {
  const { phone: which, index } = axis[at - 1]!;
  const phone = phones[which]!;
  return { phone, step: phone.replay.steps[index]! };
}

/** The index of the last line whose position is at most `limit`; -1 if there is none. */
function findLastUpTo(sorted: readonly Line[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.at <= limit) low = middle + 1;
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

interface RecordRowProps {
  readonly phone: PhoneLog;
  readonly step: ReplayStep;
  readonly isAlone: boolean;
  readonly isCurrent: boolean;
  readonly isAhead: boolean;
  fateOf(id: string): Fate | undefined;
  readonly words: Words;
  readonly time: Intl.DateTimeFormat;
  nameOf(userId: string): string;
  onOpen(): void;
}

/** One record, with its time, its diner, its text, its effect and its final state. */
const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { phone, step, isAlone, isCurrent, isAhead, fateOf, words, time, nameOf, onOpen } = props;
  const { t } = useTranslation('support');
  const { record, effect, number } = step;
  const event = 'event' in record ? record.event : undefined;
  const fate = event && fateOf(event.id);
  const rule = findRule(effect);
  const fateRule = fate && findRuleOfFate(fate);

  return (
    <Row
      type="button"
      aria-current={isCurrent || undefined}
      data-ahead={isAhead || undefined}
      onClick={onOpen}
    >
      <Number>{isAlone ? number : t('records.of', { letter: phone.letter, number })}</Number>
      <Time>{time.format(record.t)}</Time>
      <Says>
        <strong>{event ? nameOf(event.userId) : t(`records.from.${record.from}`)}</strong>{' '}
        {words.says(record)}
      </Says>
      <Did $did={effect.nothing === undefined}>
        {words.did(effect, event?.userId).slice(0, 2).join('; ')} {rule && <RuleMark id={rule} />}
        {fate && fateRule && fateRule !== rule && (
          <Badge $bad={fate.kind === 'rejected'}>
            {t(`fate.${fate.kind}`)} {fateRule}
          </Badge>
        )}
      </Did>
    </Row>
  );
});

const Row = styled.button`
  ${rowLook};
  width: 100%;
  text-align: start;

  &[aria-current] {
    background: ${colour('accentSoft')};
    box-shadow: inset ${border.bold} 0 ${colour('accentText')};
  }
  &:focus-visible {
    outline-offset: calc(-1 * ${border.bold});
  }
  ${hoverable} {
    &:hover:not([aria-current]) {
      background: ${colour('sunken')};
    }
  }
`;

const Number = styled.span`
  min-width: ${size.avatarLg};
  ${type.label};
  ${figures};
`;

const Did = styled.span<{ $did: boolean }>`
  min-width: 0;
  ${type.small};
  ${longWords};
  color: ${({ $did }) => ($did ? colour('text') : colour('textMuted'))};
`;

const Badge = styled.span<{ $bad: boolean }>`
  padding: ${space.none} ${space.sm};
  ${type.label};
  color: ${({ $bad }) => ($bad ? colour('danger') : colour('warning'))};
  background: ${({ $bad }) => ($bad ? colour('dangerSoft') : colour('warningSoft'))};
  border-radius: ${radius.round};
`;
