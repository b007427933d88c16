import { MessageCircleMore } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PricedLine } from '#src/cart/priced-line.ts';
import { LineTools } from '#src/cart/CartLine.tsx';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { Button } from '#ui/controls/Button.tsx';
import { space, type } from '#ui/theme/tokens.ts';

const load = () => import('./SuggestSheet.tsx');

/** The button below another diner's line with which this diner proposes fewer pieces of it. */
export function SuggestLess({ priced }: { priced: PricedLine }) {
  const { t } = useTranslation('cart');
  const { Popup, isOpen, open, close } = useTappedPopup(load);
  return (
    <LineTools>
      <Small
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={t('suggest.openFor', { name: priced.name })}
        onClick={open}
      >
        <MessageCircleMore aria-hidden />
        {t('suggest.open')}
      </Small>
      {Popup && <Popup priced={priced} open={isOpen} onClose={close} />}
    </LineTools>
  );
}

/** The button begins where the text above begins. */
const Small = styled(Button)`
  margin-inline-start: calc(-1 * ${space.sm});
  padding-inline: ${space.sm};
  ${type.label};
`;
