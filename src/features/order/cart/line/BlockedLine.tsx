import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartCommands } from '#src/cart/hooks.ts';
import type { PricedLine } from '#src/cart/priced-line.ts';
import { WhyNot } from '#ui/dish/WhyNot.tsx';
import { colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';

interface Props {
  readonly priced: PricedLine;
  /** To dishes of the same kind; without it the line can only be taken out. */
  readonly onSwap?: (() => void) | undefined;
  /** To the dish's choices, where they have changed. */
  readonly onChoose?: (() => void) | undefined;
  /** O5: orders without the line, whoever's it is. */
  readonly onLeaveOut?: (() => void) | undefined;
}

/** A line that cannot be ordered now. Every phone says why; its diner may choose again, take another dish or take it out. */
export function BlockedLine({ priced, onSwap, onChoose, onLeaveOut }: Props) {
  const { line, name } = priced;
  const { t } = useTranslation(['menu', 'cart']);
  const commands = useCartCommands();
  return (
    <Box>
      <Text $type="label" $colour="danger" $above="xs" $below="xs">
        <WhyBlocked priced={priced} />
      </Text>
      {(onLeaveOut || (line.mine && commands)) && (
        <Row $gap="xs" $wrap>
          {onLeaveOut && (
            <Button
              // Beside another way out there is no room for two borders.
              variant={line.mine ? 'quiet' : 'secondary'}
              onClick={onLeaveOut}
              aria-label={t('cart:leaveOutDish', { name })}
            >
              {t('cart:leaveOut')}
            </Button>
          )}
          {line.mine && commands && onChoose && (
            <Button variant="secondary" onClick={onChoose} aria-label={t('cart:chooseAgainFor', { name })}>
              {t('cart:chooseAgain')}
            </Button>
          )}
          {line.mine && commands && onSwap && !onChoose && (
            <Button variant="secondary" onClick={onSwap} aria-label={t('cart:swapDish', { name })}>
              {t('cart:swap')}
            </Button>
          )}
          {line.mine && commands && (
            <Button
              variant="quiet"
              aria-label={t('menu:remove', { name })}
              onClick={() => commands.decrease(line, line.quantity)}
            >
              {t('cart:takeOut')}
            </Button>
          )}
        </Row>
      )}
    </Box>
  );
}

/** Sold out, out of hours, off the menu, or with choices that no longer fit. */
export function WhyBlocked({ priced: { outdated, servedAgain } }: Pick<Props, 'priced'>) {
  const { t } = useTranslation('cart');
  return outdated ? t(`outdated.${outdated}`) : <WhyNot servedAgain={servedAgain} />;
}

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs} ${space.md};
  margin-top: ${space.sm};
  padding: ${space.xs} ${space.xs} ${space.xs} ${space.md};
  background: ${colour('dangerSoft')};
  border-radius: ${radius.md};
`;
