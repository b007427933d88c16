import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/proposal.ts';
import { useCartEngine, useLine } from '#src/cart/hooks.ts';
import type { PricedLine } from '#src/cart/priced-line.ts';
import { recordSent, useSentProposal } from '#src/cart/sent-proposals.ts';
import { useDinerName } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { LineStory } from '../../together/activity/LineStory.tsx';
import { useSeated } from '../../together/seats.ts';

interface Props {
  /** The line as it was when the sheet was opened. */
  readonly priced: PricedLine;
  readonly open: boolean;
  onClose(): void;
}

/** Shows the history of a line. For a friend's line, the diner can also propose another number of pieces. */
export default function LineSheet({ priced, open, onClose }: Props) {
  const { t } = useTranslation('together');
  const { line, name } = priced;
  const suggest = useSuggest(priced, onClose);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={name}
      footer={
        line.mine ? undefined : (
          <Button wide variant="secondary" disabled={!suggest.canSend} onClick={suggest.send}>
            {suggest.label}
          </Button>
        )
      }
    >
      <Stack $gap="xl">
        {!line.mine && <Suggest suggest={suggest} priced={priced} />}
        <section>
          <Text as="h3" $type="heading" $below="sm">
            {t('story.title')}
          </Text>
          <LineStory line={line} open={open} />
        </section>
      </Stack>
    </Sheet>
  );
}

type Suggesting = ReturnType<typeof useSuggest>;

/** Composes and sends the proposal. Only the friend's own phone can change the line. */
function useSuggest({ line: opened, name, unitLabel }: PricedLine, onSent: () => void) {
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
  return {
    who,
    has,
    quantity,
    isAway,
    canSend: !isAway && has > 0,
    label:
      quantity === 0
        ? t('suggest.takeOut')
        : t('suggest.send', { dish: dishText(name, quantity, unitLabel || undefined) }),
    choose: setWanted,
    send() {
      const proposal: Proposal = {
        proposalId: nanoid(),
        to: opened.userId,
        lineId: opened.lineId,
        product: name,
        quantity,
      };
      engine?.publish('proposal', { proposal });
      recordSent(proposal);
      showToast(t('suggest.sent', { name: who }));
      onSent();
    },
  };
}

/** The number of pieces to propose, and what the friend will see of it. */
function Suggest({ suggest, priced }: { suggest: Suggesting; priced: PricedLine }) {
  const { t } = useTranslation('cart');
  const { who: name, has, quantity, isAway, choose } = suggest;
  const sent = useSentProposal(priced.line.lineId);
  return (
    <Stack as="section" $gap="md">
      <Text as="h3" $type="heading">
        {t('suggest.title', { name })}
      </Text>
      {has > 1 && (
        <Row $gap="md" $align="center" $justify="space-between" $wrap>
          <Text $type="strong">{t('suggest.how')}</Text>
          <Stepper
            value={quantity}
            label={priced.name}
            unitLabel={priced.unitLabel || undefined}
            max={has - 1}
            onMore={() => choose(quantity + 1)}
            onLess={() => choose(quantity - 1)}
          />
        </Row>
      )}
      {has === 0 ? (
        <Banner tone="info">{t('suggest.gone')}</Banner>
      ) : isAway ? (
        <Banner tone="warning">{t('suggest.away', { name })}</Banner>
      ) : (
        <Text $colour="textMuted">
          {t(sent ? (sent.isUnanswered ? 'suggest.again' : 'suggest.waiting') : 'suggest.text', { name })}
        </Text>
      )}
    </Stack>
  );
}
