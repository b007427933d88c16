import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { colour, cramped, layer, motion, safe, size, space, type } from '#ui/theme/tokens.ts';
import { CloseButton, LayerFoot, useRestoredFocus } from './layer-parts.tsx';

interface Props {
  readonly open: boolean;
  onClose(): void;
  readonly title: string;
  /** False: no close button, and Escape does nothing. Default true. */
  readonly closable?: boolean | undefined;
  readonly header?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** A layer over the whole screen, with a title bar and a scrolling body. */
export function FullScreen(props: Props) {
  const { open, onClose, title, closable = true, header, tools, children, footer } = props;
  const focus = useRestoredFocus();

  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Panel
          tabIndex={-1}
          {...focus}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            if (!closable) event.preventDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Bar>
            {header}
            <Title>{title}</Title>
            {tools}
            {closable && <CloseButton />}
          </Bar>
          <Body>
            <Centre>{children}</Centre>
          </Body>
          {footer !== undefined && (
            <LayerFoot>
              <Centre>{footer}</Centre>
            </LayerFoot>
          )}
        </Panel>
      </Radix.Portal>
    </Radix.Root>
  );
}

const enter = keyframes`
  from { opacity: 0; transform: translateY(${space.xxl}); }
`;
const leave = keyframes`
  to { opacity: 0; transform: translateY(${space.xxl}); }
`;

const Panel = styled(Radix.Content)`
  position: fixed;
  z-index: ${layer.sheet};
  inset: 0;
  display: flex;
  flex-direction: column;
  padding-inline: ${safe.sides};
  color: ${colour('text')};
  background: ${colour('page')};
  animation: ${enter} ${motion.calm} ${motion.out};

  ${cramped} {
    overflow-y: auto;
  }

  &[data-state='closed'] {
    animation: ${leave} ${motion.quick} ${motion.in} forwards;
  }
`;

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.header};
  padding: calc(${space.sm} + ${safe.top}) ${space.md} ${space.sm} ${space.xl};
  background: ${colour('surface')};
  border-bottom: thin solid ${colour('line')};

  ${cramped} {
    flex: none;
    gap: ${space.xs};
    padding-inline: ${space.md} ${space.xs};
  }
`;

const Title = styled(Radix.Title)`
  ${type.heading};
  flex: 1;
  min-width: 0;
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space.xl} ${space.xl} ${space.giant};

  ${cramped} {
    flex: 1 0 auto;
    overflow: visible;
    padding-inline: ${space.md};
  }
`;

const Centre = styled.div`
  max-width: ${size.centredPanel};
  margin-inline: auto;
`;
