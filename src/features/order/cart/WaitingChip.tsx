import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { border, colour, radius, space, type } from '#ui/theme/tokens.ts';

interface Waiting {
  readonly text: string;
  readonly short: string;
  readonly why: string;
}

/** How many changes wait for a connection, and why; undefined while the phone is online. */
export function useWaiting(): Waiting | undefined {
  const { t } = useTranslation('cart');
  const { network } = useCartStatus();
  // Online, each tap waits only for a moment. Ignore that, so that a tap does not render this again.
  const pending = useCartPart((cart) => (network === 'online' ? 0 : cart.pending));
  return network === 'online' || pending === 0
    ? undefined
    : {
        text: t('waiting', { count: pending }),
        short: t('waitingShort', { count: pending }),
        why: t(network),
      };
}

/** Shows `useWaiting` as a chip in the cart. */
export function WaitingChip() {
  const waiting = useWaiting();
  return (
    waiting && (
      <Chip title={waiting.why}>
        <CloudOff aria-hidden />
        {waiting.text}
      </Chip>
    )
  );
}

const Chip = styled.output`
  display: inline-flex;
  align-items: center;
  gap: ${space.sm};
  padding: ${space.xs} ${space.md};
  ${type.label};
  color: ${colour('textMuted')};
  background: ${colour('raised')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.round};
`;
