import { useCallback, useEffect, useEffectEvent, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#ui/feedback/Announcer.tsx';
import { shareText } from '#ui/sharing/share.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { nextPosition, type Follow, type FollowedLine } from './logs/follow.ts';
import { speeds, type Player } from './time/use-player.ts';
import type { RecordFilter } from './records/record-filter.ts';
import type { TableOfLogs } from './logs/table-of-logs.ts';

interface Options {
  readonly table: TableOfLogs;
  readonly position: number;
  go(position: number): void;
  readonly player: Player;
  readonly follow: Follow;
  readonly setFollow: (follow: Follow) => void;
  readonly setFilter: Dispatch<SetStateAction<RecordFilter>>;
}

/** The ways through time: by steps, by jumps, to an event, by link; and the keys for them. */
export function useWays({ table, position, go, player, follow, setFollow, setFilter }: Options) {
  const { t } = useTranslation('support');

  const stepTo = (next: number) => {
    player.stop();
    go(Math.max(0, Math.min(table.axis.length, next)));
  };
  const jump = (through: Follow, way: 1 | -1) => {
    const next = nextPosition(table, through, position, way);
    if (next !== undefined) return stepTo(next);
    const text = t(way === 1 ? 'time.noMore' : 'time.noEarlier');
    announce(text);
    showToast(text);
  };
  const followToo = useCallback(
    (through: Follow) => {
      setFollow(through);
      if (through.kind === 'line' || through.kind === 'diner')
        setFilter((before) => ({ ...before, of: through }));
    },
    [setFollow, setFilter],
  );
  const followLine = useCallback((line: FollowedLine) => followToo(line), [followToo]);
  const copyLink = async () => {
    const result = await shareText(location.href, location.href);
    if (result !== 'cancelled' && result !== 'shared')
      showToast(t(result === 'copied' ? 'time.linkCopied' : 'time.linkFailed'));
  };
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
  return { stepTo, jump, followToo, followLine, goToEvent, copyLink, keys };
}

/** What a key does, by the key's name; with Shift by `Shift+` and the name. */
type KeyMap = Readonly<Record<string, () => void>>;

const fields = 'input:not([type="range"]), textarea, select, [contenteditable], dialog, [role="dialog"]';

/** Keys that work anywhere on the page but in a field; a focused button keeps Space for itself. */
export function useKeys(keys: KeyMap, isOn: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest(fields)) return;
    const isButton = target?.closest('button, summary, a, label') !== null && target !== undefined;
    if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
    // The scrubber moves by itself.
    if (target?.matches('input[type="range"]') && /^(Arrow|Home|End)/.test(event.key) && !event.shiftKey)
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = keys[event.shiftKey ? `Shift+${key}` : key] ?? (event.key === '?' ? keys['?'] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
