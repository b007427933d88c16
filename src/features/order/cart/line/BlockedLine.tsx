import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartCommands } from '#src/cart/hooks.ts';
import type { PricedLine } from '#src/cart/priced-line.ts';
import { UnavailableReason } from '#ui/dish/UnavailableReason.tsx';
import { colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Text } from '#ui/primitives.tsx';

interface Props {
  readonly priced: PricedLine;
  /** Leads to dishes of the same section. */
  readonly onSwap?: (() => void) | undefined;
  /** Leads to the options of the dish, if the restaurant has changed them. */
  readonly onChoose?: (() => void) | undefined;
  /** Leaves the line out of the order. This also works for the line of another diner. */
  readonly onLeaveOut?: (() => void) | undefined;
}

/**
 * A line that cannot be ordered now. Every phone shows the reason. Its diner can choose other options, choose another
 * dish or remove the line.
 */
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
              // Next to another button there is no room for two borders.
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

/** The reason: the dish is sold out, not served at this hour or off the menu, or its options have changed. */
export function WhyBlocked({ priced: { outdated, servedAgain } }: Pick<Props, 'priced'>) {
  const { t } = useTranslation('cart');
  return outdated ? t(`outdated.${outdated}`) : <UnavailableReason servedAgain={servedAgain} />;
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
