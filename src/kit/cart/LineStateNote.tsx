import { Clock, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LineState } from '#src/runtime/cart/table-cart.ts';
import { VisuallyHidden } from '#src/kit/ui/text/VisuallyHidden.tsx';
import { Row } from '#src/kit/ui/primitives.tsx';

/** How far a line's last change has come. What is confirmed is said to screen readers only. */
export function LineStateNote({ state }: { state: LineState }) {
  const { t } = useTranslation('cart');
  if (state === 'confirmed') return <VisuallyHidden>{t('state.confirmed')}</VisuallyHidden>;
  // Over in a moment.
  if (state === 'beingSaved') return null;
  const Icon = state === 'sent' ? Clock : Smartphone;
  return (
    <Row as="span" $inline $gap="xs" $align="center" $type="small" $colour="textMuted">
      <Icon aria-hidden />
      {t(`state.${state}`)}
    </Row>
  );
}
