import { useMemo } from 'react';
import { styled } from 'styled-components';
import { encode } from 'uqr';
import { colour, radius, size } from '#ui/theme/tokens.ts';

/** Light modules around the code: less than the standard's four, as it stands on light ground of its own. */
const quietZone = 2;

interface Props {
  readonly text: string;
  /** For those who can't see it. */
  readonly label: string;
}

/** A QR code to be scanned off the screen. */
export function QrCode({ text, label }: Props) {
  const { path, modules } = useMemo(() => drawn(text), [text]);
  return (
    <Code viewBox={`0 0 ${modules} ${modules}`}>
      <title>{label}</title>
      <path d={path} />
    </Code>
  );
}

/** The dark modules as one path, a unit each. */
function drawn(text: string): { path: string; modules: number } {
  const { data, size: modules } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { path, modules };
}

/** Dark on light in both themes: many cameras read nothing else. */
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
