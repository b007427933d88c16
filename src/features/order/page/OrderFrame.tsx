import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useLazyPart } from '#src/kit/popups/lazy-popup.ts';
import { size, space, up } from '#src/kit/theme/tokens.ts';
import { useAtLeast } from '#src/kit/ui/feedback/use-at-least.ts';
import { UndoProvider } from '../undo/UndoProvider.tsx';
import type { Steps } from './use-step.ts';

const loadLayers = () => import('./OrderLayers.tsx');

interface Props {
  readonly steps: Steps;
  /** The menu, or what was found in it. */
  readonly children: ReactNode;
}

/** The dishes, the first thing that is shown; the code of the cart and of what opens over them follows. */
export function OrderFrame({ steps, children }: Props) {
  const isWide = useAtLeast('lg');
  const { Popup: OrderLayers } = useLazyPart(loadLayers, {
    needed: steps.step !== undefined,
    giveUp: steps.close,
  });

  return (
    <UndoProvider>
      <Page>
        {children}
        {OrderLayers ? <OrderLayers steps={steps} isWide={isWide} /> : isWide && <PanelRoom />}
      </Page>
    </UndoProvider>
  );
}

const Page = styled.div`
  display: flex;
  justify-content: center;
  gap: ${space.huge};
  max-width: ${size.wide};
  margin-inline: auto;

  ${up('lg')} {
    padding-inline: ${space.xl};
  }
`;

/** The cart's place: the menu stands still when it comes. */
const PanelRoom = styled.div`
  flex: none;
  width: ${size.sidePanel};
`;
