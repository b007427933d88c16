import { Clock, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LineState } from '#src/runtime/cart/table-cart.ts';
import { colour, space, type } from '#src/kit/theme/tokens.ts';
import { VisuallyHidden } from '#src/kit/ui/text/VisuallyHidden.tsx';

/** How far a line's last change has come. What is confirmed is said to screen readers only. */
export function LineStateNote({ state }: { state: LineState }) {
  const { t } = useTranslation('cart');
  if (state === 'confirmed') return <VisuallyHidden>{t('state.confirmed')}</VisuallyHidden>;
  // Over in a moment.
  if (state === 'beingSaved') return null;
  const Icon = state === 'sent' ? Clock : Smartphone;
  return (
    <Note>
      <Icon aria-hidden />
      {t(`state.${state}`)}
    </Note>
  );
}

const Note = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  ${type.small};
  color: ${colour('textMuted')};
`;
