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

/** How many changes wait for a connection, and why; undefined while there is one. */
export function useWaiting(): Waiting | undefined {
  const { t } = useTranslation('cart');
  const { network } = useCartStatus();
  // While there is one, each tap waits for a moment: nobody is told, and nothing renders.
  const pending = useCartPart((cart) => (network === 'online' ? 0 : cart.pending));
  return network === 'online' || pending === 0
    ? undefined
    : {
        text: t('waiting', { count: pending }),
        short: t('waitingShort', { count: pending }),
        why: t(network),
      };
}

/** The same among the cart's tools. */
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
