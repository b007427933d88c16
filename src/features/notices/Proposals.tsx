import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWeight } from '#contract/dish/quantity.ts';
import { readProposal, type Proposal } from '#contract/proposal.ts';
import { useCartEngine, useCartPart, useTableNotices } from '#src/cart/hooks.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { findProposedLine, queueProposal, type Asked } from './proposals.ts';
import { useDish } from './use-dish.ts';

/** Asks the diner about proposals of others for their own lines, and tells them the answers to their proposals. */
export function Proposals() {
  const { t } = useTranslation('table');
  const engine = useCartEngine();
  const dishOf = useDish();
  const dishText = useDishText();
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  const [asked] = waiting;
  const line = useCartPart((cart) => asked && findProposedLine(cart, asked));
  // The line may be ordered or taken out before the answer. Then there is nothing to ask any more.
  if (asked && !line) setWaiting(waiting.slice(1));

  useTableNotices((notice) => {
    const proposal = notice.kind === 'proposal' ? readProposal(notice.data) : undefined;
    if (notice.kind !== 'proposal' || !proposal || !engine || proposal.to !== engine.userId) return;
    const { fromUserId } = notice;
    // The name comes from the table, because the message may contain any.
    const fromName = findName(engine, fromUserId);
    if (proposal.answer === undefined) {
      if (!findProposedLine(engine.cart.value, proposal)) return;
      setWaiting((before) => queueProposal(before, { ...proposal, fromUserId, fromName }));
    } else {
      const name = fromName || t('notices.someone');
      showToast(t(`proposal.${proposal.answer}`, { name, dish: proposal.product }));
    }
  });

  const handleAnswer = (answer: NonNullable<Proposal['answer']>) => {
    if (!engine || !asked || !line) return;
    if (answer === 'accepted') engine.commands.decrease(line, line.quantity - asked.quantity);
    const { fromUserId: to, fromName: _fromName, ...proposal } = asked;
    engine.publish('proposal', { proposal: { ...proposal, to, answer } satisfies Proposal });
    setWaiting((before) => before.slice(1));
  };

  const dish = line && dishOf(line.item.productId);
  const has = line?.quantity ?? 0;
  const count = (quantity: number) => describeWeight(quantity, dish?.unitLabel) ?? String(quantity);
  const { quantity = 0, fromName = '' } = asked ?? {};
  const name = fromName || t('notices.someone');
  return (
    <Dialog
      open={line !== undefined}
      onClose={() => handleAnswer('kept')}
      title={t(quantity === 0 ? 'proposal.takeOut' : 'proposal.less', {
        name,
        quantity: count(quantity),
        has: count(has),
      })}
      text={line && dishText(dish?.name ?? line.item.name ?? '', has, dish?.unitLabel)}
      actions={
        <>
          <Button wide onClick={() => handleAnswer('accepted')}>
            {t('proposal.accept')}
          </Button>
          <Button wide variant="secondary" onClick={() => handleAnswer('kept')}>
            {t('proposal.keep', { has: count(has) })}
          </Button>
        </>
      }
    />
  );
}

type Engine = NonNullable<ReturnType<typeof useCartEngine>>;

function findName({ presence, cart }: Engine, userId: string): string {
  const present = presence.value.find((each) => each.userId === userId);
  return present?.userName || (cart.value.names.get(userId) ?? '');
}
