import * as Radix from '@radix-ui/react-dialog';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { colour, cramped, flat, layer, motion, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Scrim, useRestoredFocus } from './layer-parts.tsx';
import { Box } from '#ui/primitives.tsx';
import { useValue, createValue } from '#client/values/value.ts';

interface Props {
  readonly open: boolean;
  /** Without it only one of the actions closes the dialog. */
  onClose?(): void;
  readonly title: string;
  readonly text?: ReactNode;
  /** Buttons, one below the other. The first is the recommended one. */
  readonly actions: ReactNode;
}

/** A question in the middle of the screen. Only one dialog is open at a time; others wait in a queue. */
export function Dialog({ open: isWanted, onClose, title, text, actions }: Props) {
  const open = useTurn(isWanted);
  const focus = useRestoredFocus();
  const handleOutside = (event: Event) => {
    if (!onClose) event.preventDefault();
  };

  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose?.()}>
      <Radix.Portal>
        <Scrim $layer="dialog" />
        <Panel
          role="alertdialog"
          tabIndex={-1}
          {...focus}
          {...(text === undefined && { 'aria-describedby': undefined })}
          onEscapeKeyDown={handleOutside}
          onInteractOutside={handleOutside}
        >
          <Title>{title}</Title>
          {text !== undefined && (
            <Radix.Description asChild>
              <Box $marginTop="sm" $colour="textMuted">
                {text}
              </Box>
            </Radix.Description>
          )}
          <Actions>{actions}</Actions>
        </Panel>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Dialogs that want to be open, in the order of their requests. The first one is shown. */
const line = createValue<readonly symbol[]>([]);

/** Returns whether this dialog is the first in the queue. */
function useTurn(isWanted: boolean): boolean {
  const [own] = useState(Symbol);
  useLayoutEffect(() => {
    if (!isWanted) return;
    line.next([...line.value, own]);
    return () => line.next(line.value.filter((each) => each !== own));
  }, [isWanted, own]);
  return useValue(line)[0] === own;
}

const enter = keyframes`
  from { opacity: 0; transform: translate(-50%, -50%) scale(0.94); }
`;
const leave = keyframes`
  to { opacity: 0; transform: translate(-50%, -50%) scale(0.97); }
`;

const Panel = styled(Radix.Content)`
  position: fixed;
  z-index: ${layer.dialog};
  inset: 50% auto auto 50%;
  transform: translate(-50%, -50%);
  width: min(${size.dialog}, 100vw - ${space.huge});
  max-height: calc(100dvh - ${space.giant});
  overflow-y: auto;
  padding: ${space.xxl};
  color: ${colour('text')};
  background: ${colour('surface')};
  border-radius: ${radius.xl};
  box-shadow: ${colour('shadow')};
  animation: ${enter} ${motion.calm} ${motion.out};

  ${flat} {
    width: min(${size.centredPanel}, 100vw - ${space.huge});
    max-height: calc(100dvh - ${space.huge});
  }
  ${cramped} {
    width: calc(100vw - ${space.xl});
    max-height: calc(100dvh - ${space.xl});
    padding: ${space.lg};
    border-radius: ${radius.lg};
  }

  &[data-state='closed'] {
    animation: ${leave} ${motion.quick} ${motion.in} forwards;
  }
`;

/** The buttons stay visible below a long text. On a phone in landscape they are side by side. */
const Actions = styled.div`
  position: sticky;
  bottom: calc(-1 * ${space.xxl});
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.sm};
  margin: ${space.md} calc(-1 * ${space.xxl}) calc(-1 * ${space.xxl});
  padding: ${space.md} ${space.xxl} ${space.xxl};
  background: ${colour('surface')};

  ${flat} {
    grid-template-columns: none;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
  }
  ${cramped} {
    position: static;
    margin: ${space.md} 0 0;
    padding: 0;
  }
`;

const Title = styled(Radix.Title)`
  ${type.title};
`;
