import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, roomy, size, space } from '#ui/theme/tokens.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { CartContents } from './CartContents.tsx';
import { CartFooter } from './CartFooter.tsx';
import { cartId } from '../menu/show-section.ts';
import { useIsAlone } from '../together/seats.ts';
import { Text } from '#ui/primitives.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';

interface Props {
  onReview(): void;
  onSwap(line: TableLine): void;
}

/** The shared cart next to the menu, on a wide screen. */
export function CartPanel({ onReview, onSwap }: Props) {
  const { t } = useTranslation('cart');
  const title = t(useIsAlone() ? 'titleAlone' : 'title');
  return (
    <Panel aria-label={title}>
      <Text as="h2" $type="title" $below="md" id={cartId} tabIndex={-1}>
        {title}
      </Text>
      <Body>
        <CartContents onSwap={onSwap} />
      </Body>
      <CartFooter onReview={onReview} />
    </Panel>
  );
}

const Panel = styled.aside`
  position: sticky;
  top: ${space.xl};
  display: flex;
  flex: none;
  flex-direction: column;
  align-self: flex-start;
  width: ${size.sidePanel};
  max-height: calc(100dvh - ${space.giant});
  margin-top: ${space.xl};
  padding: ${space.xl};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.xl};

  ${roomy} {
    width: ${size.sidePanelRoomy};
  }
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  margin-bottom: ${space.lg};
  border-bottom: thin solid ${colour('line')};

  /* An empty cart has no footer, unless there is something to pay. */
  &:has(+ :empty + :empty:last-child) {
    margin-bottom: ${space.none};
    border-bottom: none;
  }
`;

interface CartSheetProps {
  readonly open: boolean;
  onClose(): void;
  /** Called after the sheet has closed. It returns the element to focus, or undefined for the one focused before. */
  onClosed(): HTMLElement | null | undefined;
  onReview(): void;
  onSwap(line: TableLine): void;
}

/** The shared cart as a sheet over the menu, on a phone. */
export function CartSheet({ open, onClose, onClosed, onReview, onSwap }: CartSheetProps) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t(isAlone ? 'titleAlone' : 'title')}
      height="tall"
      footer={<CartFooter onReview={onReview} onBack={onClose} />}
    >
      <CartContents onSwap={onSwap} />
    </Sheet>
  );
}
