import { useTranslation } from 'react-i18next';
import type { RefundableLine } from '#contract/payments/order-charges.ts';
import type { Amount } from '#projections/bill/money.ts';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import type { useDishWords } from '../../../dishes/use-dish-words.ts';

interface Props {
  readonly lines: readonly RefundableLine[];
  /** The chosen pieces, by the id of the line. */
  readonly pieces: Readonly<Record<string, number>>;
  readonly words: ReturnType<typeof useDishWords>;
  money(amount: Amount): string;
  onChange(id: string, quantity: number): void;
}

/** The dishes of an order that can be refunded, with what was paid for them. */
export function RefundDishes({ lines, pieces, words, money, onChange }: Props) {
  const { t } = useTranslation('staff');
  return (
    <Stack as="ul">
      {lines.map(({ line, pieces: most, paid }) => {
        const chosen = pieces[line.id] ?? 0;
        const name = words.nameOf(line);
        return (
          <Row as="li" key={line.id} $gap="md" $align="center" $padBlock="xs" $ruled>
            <Stack $grow>
              <Text as="span" $type="strong" $breaks>
                {words.piecesOf(line, most)}
              </Text>
              <Small as="span">
                {t('refund.paidFor', { price: money(paid) })}
                {line.userName !== '' && t('separator') + line.userName}
              </Small>
            </Stack>
            <Stepper
              value={chosen}
              max={most}
              label={name}
              firstLabel={t('refund.choose', { name })}
              lessLabel={t('dish.fewer')}
              moreLabel={t('dish.more')}
              onLess={() => onChange(line.id, chosen - 1)}
              onMore={() => onChange(line.id, chosen + 1)}
            />
          </Row>
        );
      })}
    </Stack>
  );
}
