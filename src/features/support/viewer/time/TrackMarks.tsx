import { memo } from 'react';
import { styled } from 'styled-components';
import { colour, size } from '#src/kit/theme/tokens.ts';
import type { TableOfLogs } from '../logs/table-of-logs.ts';

/** So many places are told apart on the track; more would only be drawn over each other. */
const places = 600;

/** Above the scrubber: where phones differed, where a cart was emptied, and where something was rejected. */
export const TrackMarks = memo(function TrackMarks({ table }: { table: TableOfLogs }) {
  const { axis, phones, divergences } = table;
  const scale = places / Math.max(1, axis.length);
  const cuts = new Set<number>();
  const rejections = new Set<number>();
  for (const [at, { phone, index }] of axis.entries()) {
    const { effect, record } = phones[phone]!.replay.steps[index]!;
    if (effect.cleared) cuts.add(Math.round((at + 1) * scale));
    if ('rejected' in record) rejections.add(Math.round((at + 1) * scale));
  }
  const apart = new Set<number>();
  for (const { settledAt, to } of divergences)
    for (let at = Math.round((settledAt + 1) * scale); at <= Math.round((to ?? axis.length) * scale); at += 1)
      apart.add(at);

  return (
    <Marks viewBox={`0 0 ${places} 12`} preserveAspectRatio="none" aria-hidden>
      <Apart d={[...apart].map((at) => `M${at - 0.5} 9h1v3h-1z`).join('')} />
      <Cut d={[...cuts].map((at) => `M${at - 1} 0h2v8h-2z`).join('')} />
      <Rejection d={[...rejections].map((at) => `M${at - 1} 3h2v5h-2z`).join('')} />
    </Marks>
  );
});

/** As far in as the scrubber's knob. */
const Marks = styled.svg`
  width: calc(100% - ${size.tick});
  height: ${size.trackMarks};
  margin-inline: auto;
`;

const Apart = styled.path`
  fill: ${colour('warning')};
`;

const Cut = styled.path`
  fill: ${colour('textMuted')};
`;

const Rejection = styled.path`
  fill: ${colour('danger')};
`;
