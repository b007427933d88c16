import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, longWords, space } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import type { PricedLine } from './priced-line.ts';

/** What was chosen for a dish, and its notes. */
export function LineDetails({ priced }: { priced: PricedLine }) {
  const { t } = useTranslation('cart');
  const { t: ofMenu } = useTranslation('menu');
  const { modifiers, unitLabel, line } = priced;
  const chosen = modifiers.map(({ name, quantity }) =>
    quantity > 1 ? `${name} ${t('times', { quantity })}` : name,
  );
  const parts = [...(unitLabel === '' ? [] : [ofMenu('perUnit', { unit: unitLabel })]), ...chosen];

  return (
    <>
      {parts.length > 0 && <Text $colour="textMuted">{parts.join(t('separator'))}</Text>}
      {line.item.notes !== '' && <Notes>{line.item.notes}</Notes>}
    </>
  );
}

const Notes = styled.p`
  margin-top: ${space.xs};
  padding-inline-start: ${space.sm};
  white-space: pre-line;
  ${longWords};
  border-inline-start: ${border.bold} solid ${colour('line')};
`;
