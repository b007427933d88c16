import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { describeWeight } from '#contract/dish/quantity.ts';
import { readProposal, type Proposal } from '#contract/proposal.ts';
import { useCartEngine, useCartPart, useTableNotices } from '#src/cart/hooks.ts';
import { removeAnswered } from '#src/cart/sent-proposals.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Row, Text } from '#ui/primitives.tsx';
import { border, colour, cramped, layer, radius, safe, size, space } from '#ui/theme/tokens.ts';
import { openProposalTabs, type TabProposal } from './proposal-tabs.ts';
import { findProposedLine, queueProposal, type Asked } from './proposals.ts';
import { useDish } from './use-dish.ts';

/**
 * Shows proposals of others for the diner's own lines, and tells the diner the answers to their proposals. The question is a
 * notice over the page, and the page stays usable.
 */
export function Proposals() {
  const { t } = useTranslation('table');
  const engine = useCartEngine();
  const dishOf = useDish();
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  const [asked] = waiting;
  const line = useCartPart((cart) => asked && findProposedLine(cart, asked));
  // The line may be ordered or taken out before the answer. Then there is nothing to ask any more.
  if (asked && !line) setWaiting(waiting.slice(1));

  const forget = (proposalId: string) =>
    setWaiting((before) => before.filter((each) => each.proposalId !== proposalId));
  const receive = ({ fromUserId, proposal, isDone }: TabProposal) => {
    if (isDone) return forget(proposal.proposalId);
    if (!engine || proposal.to !== engine.userId) return;
    // The name comes from the table, because the message may contain any.
    const fromName = findName(engine, fromUserId);
    if (proposal.answer === undefined) {
      if (!findProposedLine(engine.cart.value, proposal)) return;
      setWaiting((before) => queueProposal(before, { ...proposal, fromUserId, fromName }));
    } else {
      removeAnswered(proposal.proposalId);
      const name = fromName || t('notices.someone');
      showToast(t(`proposal.${proposal.answer}`, { name, dish: proposal.product }));
    }
  };
  const tabs = useProposalTabs(receive);
  useTableNotices((notice) => {
    const proposal = notice.kind === 'proposal' ? readProposal(notice.data) : undefined;
    if (notice.kind !== 'proposal' || !proposal) return;
    const message = { fromUserId: notice.fromUserId, proposal };
    receive(message);
    tabs.post(message);
  });

  const handleAnswer = (answer: NonNullable<Proposal['answer']>) => {
    if (!engine || !asked || !line) return;
    if (answer === 'accepted') engine.commands.decrease(line, line.quantity - asked.quantity);
    const { fromUserId, fromName: _fromName, ...proposal } = asked;
    engine.publish('proposal', { proposal: { ...proposal, to: fromUserId, answer } satisfies Proposal });
    tabs.post({ fromUserId, proposal, isDone: true });
    forget(asked.proposalId);
  };

  if (!asked || !line) return <Region aria-live="polite" />;
  const dish = dishOf(line.item.productId);
  const count = (quantity: number) => describeWeight(quantity, dish?.unitLabel) ?? String(quantity);
  const has = count(line.quantity);
  const text = t(asked.quantity === 0 ? 'proposal.takeOut' : 'proposal.less', {
    name: asked.fromName || t('notices.someone'),
    quantity: count(asked.quantity),
    product: dish?.name ?? line.item.name ?? '',
    has,
  });
  return (
    <Region aria-live="polite">
      <Notice
        aria-label={text}
        // An open sheet would take a tap on the notice for a tap outside of it, and close.
        onPointerDown={({ nativeEvent }) => nativeEvent.stopPropagation()}
      >
        <Text $type="strong">{text}</Text>
        <Row $gap="sm" $wrap>
          <Answer variant="secondary" onClick={() => handleAnswer('accepted')}>
            {t('proposal.accept')}
          </Answer>
          <Answer variant="quiet" onClick={() => handleAnswer('kept')}>
            {t('proposal.keep', { has })}
          </Answer>
        </Row>
      </Notice>
    </Region>
  );
}

/** The other tabs of this browser. `post` keeps its channel while the component is shown. */
function useProposalTabs(
  receive: (message: TabProposal) => void,
): Pick<ReturnType<typeof openProposalTabs>, 'post'> {
  const tabs = useRef<ReturnType<typeof openProposalTabs>>(undefined);
  const handleMessage = useEffectEvent(receive);
  useEffect(() => {
    const open = openProposalTabs((message) => handleMessage(message));
    tabs.current = open;
    return () => open.close();
  }, []);
  return { post: (message) => tabs.current?.post(message) };
}

type Engine = NonNullable<ReturnType<typeof useCartEngine>>;

function findName({ presence, cart }: Engine, userId: string): string {
  const present = presence.value.find((each) => each.userId === userId);
  return present?.userName || (cart.value.names.get(userId) ?? '');
}

/** It exists from the start, so that screen readers read the notice. Only the notice takes taps. */
const Region = styled.div`
  position: fixed;
  z-index: ${layer.toast};
  inset: calc(${size.toastTop} + ${safe.top}) ${space.md} auto;
  display: grid;
  justify-items: center;
  pointer-events: none;

  ${cramped} {
    top: calc(${space.sm} + ${safe.top});
  }
`;

const Notice = styled.fieldset`
  display: grid;
  gap: ${space.sm};
  width: 100%;
  max-width: ${size.centredPanel};
  padding: ${space.md} ${space.lg};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.lg};
  box-shadow: ${colour('shadow')};
  pointer-events: auto;
`;

const Answer = styled(Button)`
  flex: 1 1 auto;
`;
