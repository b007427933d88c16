import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useMissed } from '#src/kit/cart/hooks.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Text } from '#src/kit/ui/primitives.tsx';

/** How much happened while the diner couldn't see it; leads to it. Nothing when nothing was missed. */
export function MissedChip({ onSee }: { onSee(): void }) {
  const { t } = useTranslation('together');
  const { changes, beforeComing } = useMissed();
  return (
    <output>
      {changes > 0 && (
        <Chip type="button" onClick={onSee}>
          <History aria-hidden />
          {t(beforeComing ? 'beforeYou' : 'missed', { count: changes })}
          <Text as="span" $colour="accentText">
            {t('see')}
          </Text>
        </Chip>
      )}
    </output>
  );
}

const Chip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.lg};
  ${type.label};
  color: ${colour('text')};
  background: ${colour('raised')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.round};
  box-shadow: ${colour('shadow')};
`;
