import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableLine } from '#client/cart/table-cart.ts';
import { useSentProposal } from '#src/cart/sent-proposals.ts';
import type { PricedLine } from '#src/cart/priced-line.ts';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Text } from '#ui/primitives.tsx';
import { colour } from '#ui/theme/tokens.ts';

const load = () => import('./LineSheet.tsx');

/** The button that opens the line's history, and for another diner's line the proposal of fewer pieces. */
export function LineMore({ priced }: { priced: PricedLine }) {
  const { t } = useTranslation('cart');
  const { Popup, isOpen, open, close } = useTappedPopup(load);
  return (
    <>
      <Quiet label={t('more', { name: priced.name })} aria-haspopup="dialog" onClick={open}>
        <Ellipsis aria-hidden />
      </Quiet>
      {Popup && <Popup priced={priced} open={isOpen} onClose={close} />}
    </>
  );
}

/** What became of the diner's proposal for this line. The answer may be lost, so a smaller quantity is an answer, too. */
export function ProposalState({ line }: { line: TableLine }) {
  const { t } = useTranslation('cart');
  const proposal = useSentProposal(line.lineId);
  return (
    proposal &&
    line.quantity > proposal.quantity && (
      <Text $type="small" $colour="textMuted">
        {t(proposal.isUnanswered ? 'suggest.unanswered' : 'suggest.waiting')}
      </Text>
    )
  );
}

const Quiet = styled(IconButton)`
  color: ${colour('textMuted')};
`;
