import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartCommands } from '#src/kit/cart/hooks.ts';
import type { PricedLine } from '#src/kit/cart/priced-line.ts';
import { WhyNot } from '#src/kit/dish/WhyNot.tsx';
import { colour, radius, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly priced: PricedLine;
  /** To dishes of the same kind; without it the line can only be taken out. */
  readonly onSwap?: (() => void) | undefined;
  /** O5: orders without the line, whoever's it is. */
  readonly onLeaveOut?: (() => void) | undefined;
}

/** A line whose dish is no longer to be had: said on every phone; whose it is may take another or take it out. */
export function SoldOutLine({ priced: { line, name, servedAgain }, onSwap, onLeaveOut }: Props) {
  const { t } = useTranslation(['menu', 'cart']);
  const commands = useCartCommands();
  return (
    <Box>
      <Text $type="label" $colour="danger" $above="xs" $below="xs">
        <WhyNot servedAgain={servedAgain} />
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
          {line.mine && commands && onSwap && (
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
