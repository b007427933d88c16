import { Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour } from '#src/theme/colour.ts';
import { radius, size, space, type } from '#src/theme/tokens.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { useOrderPlace } from '../order-place.ts';
import { useUndoOffer, type UndoOffer } from './undo-offer.ts';

/** What has just left the cart, and the way back; nothing while there is nothing to undo. */
export function UndoBar() {
  const { t } = useTranslation('cart');
  const offer = useUndoOffer();
  const text = useOfferText(offer);
  if (!offer) return null;
  return (
    <Bar>
      <Words>{text}</Words>
      <Action type="button" onClick={() => offer.putBack()}>
        <Undo2 aria-hidden />
        {t(offer.clearedBy === null ? 'undo.action' : 'undo.putBack')}
      </Action>
      <Close label={t('undo.dismiss')} onClick={() => offer.dismiss()}>
        <X aria-hidden />
      </Close>
    </Bar>
  );
}

function useOfferText(offer: UndoOffer | undefined): string {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  if (!offer) return '';
  const { lines, clearedBy } = offer;
  const [first] = lines;
  if (clearedBy !== null) return t('undo.clearedBy', { name: clearedBy || t('undo.someone') });
  if (lines.length > 1 || !first) return t('undo.cleared', { count: lines.length });
  const name = index.product(first.item.productId)?.name ?? first.item.name ?? '';
  return t('undo.removed', { name });
}

const Bar = styled.output`
  display: flex;
  align-items: center;
  gap: ${space.xs};
  width: 100%;
  max-width: ${size.content};
  padding: ${space.xs} ${space.xs} ${space.xs} ${space.lg};
  color: ${colour('onToast')};
  background: ${colour('toast')};
  border-radius: ${radius.lg};
`;

const Words = styled.span`
  flex: 1;
  min-width: 0;
`;

const Action = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  min-height: ${size.touch};
  padding-inline: ${space.sm};
  ${type.strong};
  white-space: nowrap;
  text-decoration: underline;
`;

const Close = styled(IconButton)`
  color: inherit;
  background: none;
`;
