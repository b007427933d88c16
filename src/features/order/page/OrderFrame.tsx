import type { ReactNode } from 'react';
import { useLazyPart } from '#src/popups/lazy-popup.ts';
import { useThemeChoice } from '#ui/theme/AppThemeProvider.tsx';
import { cartBeside } from '#ui/theme/tokens.ts';
import { useMedia } from '#ui/theme/use-media.ts';
import { UndoProvider } from '../undo/UndoProvider.tsx';
import type { OnUsual } from '../suggestions/use-usual-dishes.ts';
import { Page, PanelRoom } from './page-ground.ts';
import type { Steps } from './use-step.ts';

interface Props {
  readonly steps: Steps;
  readonly onUsual?: OnUsual | undefined;
  readonly children: ReactNode;
}

const loadLayers = () => import('./OrderLayers.tsx');

/**
 * The page around the dishes. It loads the code of the cart and of the layers over the page only after the dishes are
 * shown, so that the first load of the app stays small.
 */
export function OrderFrame({ steps, onUsual, children }: Props) {
  const { textSize } = useThemeChoice();
  const isWide = useMedia(cartBeside[textSize === 'double' ? textSize : 'usual']);
  const { Popup: OrderLayers } = useLazyPart(loadLayers, {
    needed: steps.step !== undefined,
    giveUp: steps.close,
  });

  return (
    <UndoProvider>
      <Page>
        {children}
        {OrderLayers ? <OrderLayers {...{ steps, isWide, onUsual }} /> : isWide && <PanelRoom />}
      </Page>
    </UndoProvider>
  );
}
