import { useMemo } from 'react';
import { styled } from 'styled-components';
import { encode } from 'uqr';
import { colour, radius, size } from '#ui/theme/tokens.ts';

/** Light modules around the code. The standard asks for four, but the code has a light ground of its own. */
const quietZone = 2;

interface Props {
  readonly text: string;
  /** Text for screen readers. */
  readonly label: string;
}

/** A QR code on the screen. */
export function QrCode({ text, label }: Props) {
  const { path, modules } = useMemo(() => drawModules(text), [text]);
  return (
    <Code viewBox={`0 0 ${modules} ${modules}`}>
      <title>{label}</title>
      <path d={path} />
    </Code>
  );
}

/** Draws the dark modules as one path. A module is one unit wide. */
function drawModules(text: string): { path: string; modules: number } {
  const { data, size: modules } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { path, modules };
}

/** Dark on light in both themes, because many cameras cannot read an inverted code. */
const Code = styled.svg`
  flex: none;
  width: ${size.inviteCode};
  max-width: 100%;
  aspect-ratio: 1;
  fill: ${colour('codeDark')};
  background: ${colour('codeLight')};
  border-radius: ${radius.sm};
  shape-rendering: crispEdges;
`;
