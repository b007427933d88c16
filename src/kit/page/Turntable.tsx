import { keyframes, styled } from 'styled-components';
import { colour, dinerColour, motion, size } from '#src/kit/theme/tokens.ts';

/** Where the dishes stand: so many around the middle. */
const seats = 6;

/** The app's mark: a turntable with a dish for each seat. Decoration only. */
export function Turntable({ turning }: { turning?: boolean | undefined }) {
  return (
    <Picture viewBox="0 0 64 64" aria-hidden $turning={turning}>
      <circle cx="32" cy="32" r="31" fill={colour('accentSoft')} />
      <circle cx="32" cy="32" r="20" fill={colour('surface')} stroke={colour('line')} />
      <g>
        {Array.from({ length: seats }, (_, seat) => (
          <circle
            key={seat}
            cx="32"
            cy="9.5"
            r="5.5"
            fill={dinerColour(seat, 'fill')}
            transform={`rotate(${(seat * 360) / seats} 32 32)`}
          />
        ))}
      </g>
      <circle cx="32" cy="32" r="7" fill={colour('accent')} />
    </Picture>
  );
}

const turn = keyframes`
  to { transform: rotate(60deg); }
`;

const Picture = styled.svg<{ $turning: boolean | undefined }>`
  flex: none;
  width: ${size.plate};
  height: ${size.plate};

  > g {
    transform-origin: center;
    animation: ${({ $turning }) => ($turning ? turn : 'none')} ${motion.slow} ease-in-out infinite;
  }
`;
