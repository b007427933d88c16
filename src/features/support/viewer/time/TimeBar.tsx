import {
  ChevronFirst,
  ChevronLast,
  Link2,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, layer, radius, size, space } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Small, Stack } from '#ui/primitives.tsx';
import { FollowField, SpeedField, useFollowName } from './TimeFields.tsx';
import type { Follow } from '../logs/follow.ts';
import type { Player } from './use-player.ts';
import { findMoment, type TableOfLogs } from '../logs/table-of-logs.ts';
import { useClock } from './clock.ts';

interface Props {
  readonly table: TableOfLogs;
  readonly position: number;
  readonly player: Player;
  readonly follow: Follow;
  onFollow(follow: Follow): void;
  go(position: number): void;
  /** Goes to the next followed record; for -1 to the previous one. */
  jump(way: 1 | -1): void;
  copyLink(): void;
}

/** The time axis, with a scrubber, a player and buttons for single steps and jumps. */
export function TimeBar({ table, position, player, follow, onFollow, go, jump, copyLink }: Props) {
  const { t } = useTranslation('support');
  const what = useFollowName(table)(follow);
  const id = useId();
  const of = table.axis.length;
  const moment = findMoment(table, position);
  const time = useClock('exact');
  const positionText = moment ? t('time.position', { number: position, of }) : t('time.before');

  return (
    <Bar aria-label={t('time.title')}>
      <Row $gap="md" $lineGap="none" $justify="space-between" $wrap $type="label" $figures>
        <label htmlFor={id}>{positionText}</label>
        <Small as="span" $figures>
          {moment && time.format(moment.t)}
        </Small>
      </Row>
      <Stack>
        <TrackMarks table={table} />
        <Range
          id={id}
          type="range"
          min={0}
          max={of}
          value={position}
          aria-valuetext={moment ? `${positionText}, ${time.format(moment.t)}` : positionText}
          onChange={({ target }) => {
            player.stop();
            go(Number(target.value));
          }}
        />
      </Stack>
      <Row $gap="lg" $lineGap="none" $align="center" $justify="space-between" $wrap>
        <Buttons>
          <IconButton label={t('time.first')} disabled={position === 0} onClick={() => go(0)}>
            <ChevronFirst aria-hidden />
          </IconButton>
          <IconButton label={t('time.back')} disabled={position === 0} onClick={() => go(position - 1)}>
            <StepBack aria-hidden />
          </IconButton>
          <Main label={t(player.isPlaying ? 'time.pause' : 'time.play')} onClick={player.toggle}>
            {player.isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </Main>
          <IconButton label={t('time.step')} disabled={position === of} onClick={() => go(position + 1)}>
            <StepForward aria-hidden />
          </IconButton>
          <IconButton label={t('time.last')} disabled={position === of} onClick={() => go(of)}>
            <ChevronLast aria-hidden />
          </IconButton>
          <SpeedField player={player} />
        </Buttons>
        <Buttons>
          <FollowField table={table} follow={follow} onFollow={onFollow} />
          <IconButton label={t('time.previousChange', { what })} onClick={() => jump(-1)}>
            <SkipBack aria-hidden />
          </IconButton>
          <IconButton label={t('time.nextChange', { what })} onClick={() => jump(1)}>
            <SkipForward aria-hidden />
          </IconButton>
          <IconButton label={t('time.link')} onClick={copyLink}>
            <Link2 aria-hidden />
          </IconButton>
        </Buttons>
      </Row>
    </Bar>
  );
}

const Bar = styled.section`
  position: sticky;
  z-index: ${layer.bar};
  top: 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.xs};
  padding: ${space.sm} ${space.lg} ${space.xs};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
  box-shadow: ${colour('shadow')};
`;

const Range = styled.input`
  width: 100%;
  min-height: ${size.avatarSm};
  margin: ${space.none};
  accent-color: ${colour('accent')};
  cursor: pointer;
`;

const Buttons = styled.div`
  display: flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
`;

const Main = styled(IconButton)`
  color: ${colour('onAccent')};
  background: ${colour('accent')};
`;

/** The number of places for marks on the track. More marks would only cover each other. */
const places = 600;

/** Marks above the scrubber where phones differed, where a cart was emptied, and where the server rejected a change. */
const TrackMarks = memo(function TrackMarks({ table }: { table: TableOfLogs }) {
  const { axis, phones, divergences } = table;
  const scale = places / Math.max(1, axis.length);
  const removals = new Set<number>();
  const rejections = new Set<number>();
  for (const [at, { phone, index }] of axis.entries()) {
    const { effect, record } = phones[phone]!.replay.steps[index]!;
    if (effect.cleared) removals.add(Math.round((at + 1) * scale));
    if ('rejected' in record) rejections.add(Math.round((at + 1) * scale));
  }
  const apart = new Set<number>();
  for (const { settledAt, to } of divergences)
    for (let at = Math.round((settledAt + 1) * scale); at <= Math.round((to ?? axis.length) * scale); at += 1)
      apart.add(at);

  return (
    <Marks viewBox={`0 0 ${places} 12`} preserveAspectRatio="none" aria-hidden>
      <Apart d={[...apart].map((at) => `M${at - 0.5} 9h1v3h-1z`).join('')} />
      <Removal d={[...removals].map((at) => `M${at - 1} 0h2v8h-2z`).join('')} />
      <Rejection d={[...rejections].map((at) => `M${at - 1} 3h2v5h-2z`).join('')} />
    </Marks>
  );
});

/** As narrow as the way of the scrubber's knob. */
const Marks = styled.svg`
  width: calc(100% - ${size.tick});
  height: ${size.trackMarks};
  margin-inline: auto;
`;

const Apart = styled.path`
  fill: ${colour('warning')};
`;

const Removal = styled.path`
  fill: ${colour('textMuted')};
`;

const Rejection = styled.path`
  fill: ${colour('danger')};
`;
