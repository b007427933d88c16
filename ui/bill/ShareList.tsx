import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Avatar, DinerName } from '#ui/diners/Avatar.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import type { Share } from './shares.ts';

interface Props {
  readonly title: string;
  readonly shares: readonly Share[];
  /** The chosen shares, by user id. */
  readonly chosen?: ReadonlySet<string>;
  /** Ids of diners who are paying at this moment. */
  readonly paying?: ReadonlySet<string>;
  money(amount: string): string;
  /** Chooses a share, or no longer. Without it, shares cannot be chosen. */
  onToggle?(share: Share): void;
}

const nobody: ReadonlySet<string> = new Set();

/** Each diner's share of the bill. A tap chooses a share to be paid; paid shares have a tick. */
export function ShareList({ title, shares, chosen = nobody, paying = nobody, money, onToggle }: Props) {
  const { t } = useTranslation('split');
  return (
    <section aria-label={title}>
      <Text as="h3" $type="label" $below="xs">
        {title}
      </Text>
      <Stack as="ul" $gap="sm">
        {shares.map((share) => {
          const { userId, name, mine, amount, owed } = share;
          const isOwed = compareAmounts(owed, zero) > 0;
          const isPaid = !isOwed && compareAmounts(amount, zero) > 0;
          const isPaying = !isPaid && paying.has(userId);
          const isChosen = isOwed && chosen.has(userId);
          const content = (
            <>
              <Avatar userId={userId} name={name} size="sm" />
              <Text as="span" $grow="fewWords" $breaks>
                <DinerName name={name} mine={mine} />
                {isPaying && (
                  <Small as="span" $block>
                    {t('part.paying')}
                  </Small>
                )}
              </Text>
              <Sum>
                {(isPaid || isChosen) && <Check aria-hidden />}
                {isPaid ? t('part.paid', { price: money(amount) }) : money(owed)}
              </Sum>
            </>
          );
          return (
            <li key={userId}>
              {onToggle ? (
                <Part
                  as="button"
                  type="button"
                  disabled={!isOwed}
                  aria-pressed={isChosen}
                  onClick={() => onToggle(share)}
                >
                  {content}
                </Part>
              ) : (
                <Part $isPaid={isPaid}>{content}</Part>
              )}
            </li>
          );
        })}
      </Stack>
    </section>
  );
}

const Part = styled.div<{
  readonly $isPaid?: boolean;
  readonly type?: 'button';
  readonly disabled?: boolean;
}>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.hair} ${space.sm};
  width: 100%;
  min-height: ${size.control};
  padding: ${space.xs} ${space.md};
  text-align: start;
  ${type.strong};
  color: ${({ $isPaid }) => colour($isPaid ? 'success' : 'text')};
  background: ${({ $isPaid }) => colour($isPaid ? 'successSoft' : 'surface')};
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

/** Large text pushes it onto a line of its own. */
const Sum = styled.span`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  margin-inline-start: auto;
`;
