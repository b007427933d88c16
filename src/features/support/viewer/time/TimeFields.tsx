import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { everything, type Follow } from '../logs/follow.ts';
import { speeds, type Player, type Speed } from './use-player.ts';
import type { TableOfLogs } from '../logs/table-of-logs.ts';
import { describeDish } from '#projections/replay/replay-words.ts';

/** Chooses the speed of the player. */
export function SpeedField({ player }: { player: Player }) {
  const { t } = useTranslation('support');
  return (
    <Select
      aria-label={t('time.speed')}
      value={player.speed}
      onChange={({ target }) => player.setSpeed(Number(target.value) as Speed)}
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {t('time.times', { speed })}
        </option>
      ))}
    </Select>
  );
}

interface FollowProps {
  readonly table: TableOfLogs;
  readonly follow: Follow;
  onFollow(follow: Follow): void;
}

/** Chooses which records the viewer jumps between. A line can only be chosen in a cart or a record. */
export function FollowField({ table, follow, onFollow }: FollowProps) {
  const { t } = useTranslation('support');
  const handleChange = (value: string) => {
    if (value === 'divergences') onFollow({ kind: 'divergences' });
    else if (value.startsWith('diner ')) onFollow({ kind: 'diner', userId: value.slice('diner '.length) });
    else if (value !== 'line') onFollow(everything);
  };

  const nameOf = useFollowName(table);
  return (
    <Select
      aria-label={t('time.follow')}
      value={follow.kind === 'diner' ? `diner ${follow.userId}` : follow.kind}
      onChange={({ target }) => handleChange(target.value)}
    >
      <option value="everything">{nameOf(everything)}</option>
      {follow.kind === 'line' && <option value="line">{nameOf(follow)}</option>}
      {table.userIds.map((userId) => (
        <option key={userId} value={`diner ${userId}`}>
          {nameOf({ kind: 'diner', userId })}
        </option>
      ))}
      {table.phones.length > 1 && <option value="divergences">{nameOf({ kind: 'divergences' })}</option>}
    </Select>
  );
}

/** Returns a function that names a choice of `FollowField`. */
export function useFollowName({ nameOf, label }: TableOfLogs): (follow: Follow) => string {
  const { t } = useTranslation('support');
  return (follow) => {
    switch (follow.kind) {
      case 'everything':
        return t('time.everything');
      case 'divergences':
        return t('time.divergences');
      case 'diner':
        return t('time.diner', { name: nameOf(follow.userId) });
      case 'line':
        return label(t('time.line', { dish: describeDish(follow.item) }));
      default:
        return follow satisfies never;
    }
  };
}

export const Select = styled.select`
  min-width: 0;
  max-width: 100%;
  min-height: ${size.touch};
  padding-inline: ${space.sm};
  ${type.label};
  color: ${colour('text')};
  text-overflow: ellipsis;
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.sm};
  cursor: pointer;
`;
