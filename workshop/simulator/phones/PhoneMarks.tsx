import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { colour, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { useSimulatorWords } from '../parts/words.ts';

type Tone = 'plain' | 'warning' | 'danger';

/** How a phone is, in a few short marks. */
export function PhoneMarks({ phone }: { phone: PhoneShown }) {
  const { t } = useTranslation('simulator');
  const { orderType } = useSimulatorWords();
  const { cart, isOpen, isCutOff, isFrozen, network, skewMs, placed } = phone;
  const clock = Math.round(Math.abs(skewMs) / 1_000);
  const marks: (readonly [Tone, string])[] = [];
  if (!isOpen) marks.push(['danger', t('phone.isClosed')]);
  if (isCutOff) marks.push(['danger', t('phone.isCutOff')]);
  else if (isOpen && network === 'offline') marks.push(['warning', t('phone.isOffline')]);
  if (isFrozen) marks.push(['danger', t('phone.isFrozen')]);
  if (cart.pending > 0) marks.push(['warning', t('phone.pending', { count: cart.pending })]);
  if (clock > 0)
    marks.push(['warning', t(skewMs > 0 ? 'phone.clockAhead' : 'phone.clockBehind', { seconds: clock })]);
  if (cart.guests > 0) marks.push(['plain', t('phone.guests', { count: cart.guests })]);
  if (cart.orderType !== null)
    marks.push(['plain', t('phone.orderType', { type: orderType(cart.orderType) })]);
  if (placed) marks.push([placed === 'placed' ? 'plain' : 'warning', t(`phone.placed.${placed}`)]);
  else if (cart.lastOrderId !== null) marks.push(['plain', t('phone.ordered')]);
  return (
    <List>
      {marks.map(([tone, text]) => (
        <Mark key={text} $tone={tone}>
          {text}
        </Mark>
      ))}
    </List>
  );
}

const looks: Record<Tone, { ground: string; text: string }> = {
  plain: { ground: colour('sunken'), text: colour('textMuted') },
  warning: { ground: colour('warningSoft'), text: colour('warning') },
  danger: { ground: colour('dangerSoft'), text: colour('danger') },
};

/** One row's height is kept: what stands below keeps its place mostly. */
const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-content: start;
  gap: ${space.xs};
  min-height: ${size.avatarSm};
`;

const Mark = styled.li<{ $tone: Tone }>`
  padding: ${space.hair} ${space.sm};
  ${type.label};
  ${figures};
  color: ${({ $tone }) => looks[$tone].text};
  background: ${({ $tone }) => looks[$tone].ground};
  border-radius: ${radius.sm};
`;
