import { createContext, createElement, Suspense, use, type ComponentType, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { colour, chooseDinerColour, motion, safe, size, space } from '#ui/theme/tokens.ts';
import { Stack, Text } from '#ui/primitives.tsx';

interface Props {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether the turntable turns, for work in progress. */
  readonly turning?: boolean | undefined;
  /** Something failed. The page offers to send a problem report, with the error if it is known. */
  readonly failed?: boolean | { readonly error: string } | undefined;
}

/** A page with only a message and actions. */
export function MessagePage({ title, children, actions, turning, failed = false }: Props) {
  return (
    <Main>
      <Turntable turning={turning} />
      <Stack $gap="sm" $colour="textMuted">
        <Text as="h1" $type="title" $colour="text">
          {title}
        </Text>
        {children}
      </Stack>
      {(actions !== undefined || failed !== false) && (
        <Actions>
          {actions}
          {failed !== false && <ReportSlot error={failed === true ? undefined : failed.error} />}
        </Actions>
      )}
    </Main>
  );
}

const Main = styled.main`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space.xxl};
  min-height: 100dvh;
  max-width: ${size.centredPanel};
  margin-inline: auto;
  padding: calc(${space.huge} + ${safe.top}) ${space.xl} calc(${space.huge} + ${safe.bottom});
  text-align: center;
  text-wrap: balance;

  > * {
    max-width: 100%;
  }
`;

const Actions = styled.div`
  display: flex;
  flex-direction: column;
  align-self: stretch;
  gap: ${space.sm};
`;

/** Number of dishes on the turntable. */
const seats = 6;

/** The app's logo: a turntable with dishes. Decoration only. */
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
            fill={chooseDinerColour(seat, 'fill')}
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

export interface ReportProps {
  /** Description of the error, for developers. */
  readonly error?: string | undefined;
}

/** The component that offers a problem report. The shell provides it; without one nothing is offered. */
export const ReportContext = createContext<ComponentType<ReportProps> | undefined>(undefined);

/** The place of the problem report on a page. Its code is loaded after the page. */
export function ReportSlot({ error }: ReportProps) {
  const report = use(ReportContext);
  return report && <Suspense>{createElement(report, { error })}</Suspense>;
}
