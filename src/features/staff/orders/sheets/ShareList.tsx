import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import type { Share } from './shares.ts';

interface Props {
  readonly shares: readonly Share[];
  readonly chosenId: string | undefined;
  money(amount: string): string;
  /** undefined: nobody's in particular. */
  onChoose(share: Share | undefined): void;
}

/** Each diner's part; a tap takes it to be paid, those that are paid are ticked. */
export function ShareList({ shares, chosenId, money, onChoose }: Props) {
  const { t } = useTranslation('staff');
  return (
    <section>
      <Text as="h3" $type="label" $below="xs">
        {t('pay.shares')}
      </Text>
      <Stack as="ul" $gap="sm">
        {shares.map((share) => {
          const { userId, name, amount, owed } = share;
          const isPaid = compareAmounts(owed, zero) === 0;
          const isChosen = userId === chosenId;
          return (
            <li key={userId}>
              <Part
                type="button"
                disabled={isPaid}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? undefined : share)}
              >
                <Avatar userId={userId} name={name} size="sm" />
                <Text as="span" $grow $breaks>
                  {name}
                </Text>
                {isPaid && <Check aria-hidden />}
                <span>{isPaid ? t('pay.sharePaid', { price: money(amount) }) : money(owed)}</span>
              </Part>
            </li>
          );
        })}
      </Stack>
    </section>
  );
}

const Part = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  width: 100%;
  min-height: ${size.control};
  padding-inline: ${space.md};
  text-align: start;
  ${type.strong};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('line')};
  border-radius: ${radius.md};

  &[aria-pressed='true'] {
    background: ${colour('accentSoft')};
    border-color: ${colour('accentText')};
  }

  &:disabled {
    color: ${colour('success')};
    background: ${colour('successSoft')};
  }
`;
