import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/proposal.ts';
import { useCartEngine, useLine } from '#src/cart/hooks.ts';
import type { PricedLine } from '#src/cart/priced-line.ts';
import { useDinerName } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useSeated } from '../../together/seats.ts';

interface Props {
  /** The line as it was when the sheet was opened. */
  readonly priced: PricedLine;
  readonly open: boolean;
  onClose(): void;
}

/** The sheet in which a diner proposes fewer pieces of a friend's line. Only the friend's own phone can change it. */
export default function SuggestSheet({ priced: { line: opened, name, unitLabel }, open, onClose }: Props) {
  const { t } = useTranslation('cart');
  const engine = useCartEngine();
  const dishText = useDishText();
  const nameOf = useDinerName();
  const line = useLine(opened.lineId);
  const friend = useSeated().find(({ userId }) => userId === opened.userId);
  const has = line?.quantity ?? 0;
  const [wanted, setWanted] = useState(opened.quantity - 1);
  const quantity = Math.max(0, Math.min(wanted, has - 1));
  const who = friend?.name ?? nameOf({ mine: false, userName: '' });
  const isAway = friend?.here !== true;

  const handleSend = () => {
    const proposal: Proposal = {
      proposalId: nanoid(),
      to: opened.userId,
      lineId: opened.lineId,
      product: name,
      quantity,
    };
    engine?.publish('proposal', { proposal });
    showToast(t('suggest.sent', { name: who }));
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('suggest.title', { name: who })}
      description={has > 0 ? dishText(name, has, unitLabel || undefined) : undefined}
      height="content"
      footer={
        <Button wide disabled={isAway || has === 0} onClick={handleSend}>
          {quantity === 0
            ? t('suggest.takeOut')
            : t('suggest.send', { dish: dishText(name, quantity, unitLabel || undefined) })}
        </Button>
      }
    >
      <Stack $gap="lg">
        {has > 1 && (
          <Row $gap="md" $align="center" $justify="space-between" $wrap>
            <Text $type="strong">{t('suggest.how')}</Text>
            <Stepper
              value={quantity}
              label={name}
              unitLabel={unitLabel || undefined}
              max={has - 1}
              onMore={() => setWanted(quantity + 1)}
              onLess={() => setWanted(quantity - 1)}
            />
          </Row>
        )}
        {has === 0 ? (
          <Banner tone="info">{t('suggest.gone')}</Banner>
        ) : isAway ? (
          <Banner tone="warning">{t('suggest.away', { name: who })}</Banner>
        ) : (
          <Text $colour="textMuted">{t('suggest.text', { name: who })}</Text>
        )}
      </Stack>
    </Sheet>
  );
}
