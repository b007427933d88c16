import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartPart, useCartStatus } from '#src/kit/cart/hooks.ts';
import { border, colour, radius, space, type } from '#src/kit/theme/tokens.ts';

/** How many changes wait for a connection; nothing while there is one. */
export function WaitingChip() {
  const { t } = useTranslation('cart');
  const { network } = useCartStatus();
  const pending = useCartPart((cart) => cart.pending);
  if (network === 'online' || pending === 0) return null;

  return (
    <Chip title={t(network)}>
      <CloudOff aria-hidden />
      {t('waiting', { count: pending })}
    </Chip>
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
