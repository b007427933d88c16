import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { shareText } from '#ui/sharing/share.ts';
import { everything, findNextPosition, type Follow, type FollowedLine } from './logs/follow.ts';
import { findMoment, type TableOfLogs } from './logs/table-of-logs.ts';
import { useWords } from './logs/use-words.ts';
import { createFateLookups, noFilter, type RecordFilter } from './records/record-filter.ts';
import { speeds, usePlayer } from './time/use-player.ts';
import { useMoment } from './time/use-moment.ts';
import type { KeyMap } from './use-keys.ts';

export type Replay = ReturnType<typeof useReplay>;

/**
 * The state of the viewer on the time axis of a table: the chosen moment, the player, the followed records and the filter
 * of the list. It also returns the actions that change them, and the keys for these actions.
 */
export function useReplay(table: TableOfLogs) {
  const { position, go, missing } = useMoment(table);
  const player = usePlayer(table.axis, position, go);
  const [follow, setFollow] = useState<Follow>(everything);
  const [filter, setFilter] = useState<RecordFilter>(noFilter);
  const words = useWords(table);
  const moment = useMemo(() => findMoment(table, position), [table, position]);
  const fates = useMemo(() => createFateLookups(table), [table]);
  /** Goes to a position of the axis and stops the player. */
  const stepTo = (next: number) => {
    player.stop();
    go(Math.max(0, Math.min(table.axis.length, next)));
  };
  const jump = useJump(table, position, stepTo);
  const copyLink = useCopyLink();
  /** Follows a diner, a line or the divergences. For a diner or a line it also filters the records. */
  const followAndFilter = useCallback((through: Follow) => {
    setFollow(through);
    if (through.kind === 'line' || through.kind === 'diner')
      setFilter((before) => ({ ...before, of: through }));
  }, []);
  const followLine = useCallback((line: FollowedLine) => followAndFilter(line), [followAndFilter]);
  /** Goes to the record in which a phone received an event. */
  const goToEvent = (phone: number, id: string) => {
    const at = table.axis.findIndex((each) => {
      if (each.phone !== phone) return false;
      const { record } = table.phones[phone]!.replay.steps[each.index]!;
      if ('event' in record) return record.event.id === id;
      return 'snapshot' in record && record.snapshot.events?.some((event) => event.id === id) === true;
    });
    if (at >= 0) stepTo(at + 1);
  };
  const changeSpeed = (way: 1 | -1) =>
    player.setSpeed(speeds[speeds.indexOf(player.speed) + way] ?? player.speed);

  const keys: KeyMap = {
    ArrowRight: () => stepTo(position + 1),
    ArrowLeft: () => stepTo(position - 1),
    'Shift+ArrowRight': () => stepTo(position + 10),
    'Shift+ArrowLeft': () => stepTo(position - 10),
    Home: () => stepTo(0),
    End: () => stepTo(table.axis.length),
    ' ': player.toggle,
    n: () => jump(follow, 1),
    p: () => jump(follow, -1),
    d: () => jump({ kind: 'divergences' }, 1),
    'Shift+d': () => jump({ kind: 'divergences' }, -1),
    '+': () => changeSpeed(1),
    'Shift++': () => changeSpeed(1),
    '-': () => changeSpeed(-1),
  };
  return {
    position,
    /** The place that the address names, if no open log contains it. */
    missing,
    moment,
    fates,
    words,
    player,
    follow,
    followAndFilter,
    followLine,
    filter,
    setFilter,
    stepTo,
    jump,
    goToEvent,
    copyLink,
    keys,
  };
}

/** Returns a function that goes to the next or the previous followed record, or tells the user that there is none. */
function useJump(table: TableOfLogs, position: number, stepTo: (position: number) => void) {
  const { t } = useTranslation('support');
  return (through: Follow, way: 1 | -1) => {
    const next = findNextPosition(table, through, position, way);
    if (next !== undefined) return stepTo(next);
    const text = t(way === 1 ? 'time.noMore' : 'time.noEarlier');
    announce(text);
    showToast(text);
  };
}

/** Returns a function that shares the address of the page, or copies it. */
function useCopyLink() {
  const { t } = useTranslation('support');
  return async () => {
    const result = await shareText(location.href, location.href);
    if (result !== 'cancelled' && result !== 'shared')
      showToast(t(result === 'copied' ? 'time.linkCopied' : 'time.linkFailed'));
  };
}
