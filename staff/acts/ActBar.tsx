import { Check, CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, figures, layer, longWords, radius, safe, size, space, type } from '#ui/theme/tokens.ts';
import { Text } from '#ui/primitives.tsx';
import { useAct } from '../calls/use-act.ts';
import { useNow } from '../use-now.ts';
import { clearNotice, useNotice, type Notice, type Undo as UndoTarget } from './last-act.ts';
import { useReadmitDiner } from './use-readmit-diner.ts';
import { useSoldOut } from './use-sold-out.ts';
import { useUndoAtTable } from './use-undo-at-table.ts';

/** The bar with the last action, and its undo button while it can be undone. @param currency ISO 4217 */
export function ActBar({ currency }: { currency: string }) {
  const { t } = useTranslation('staff');
  const notice = useNotice();
  return (
    <Region aria-label={t('acts.bar')}>
      {notice && <Bar key={notice.until} notice={notice} currency={currency} />}
    </Region>
  );
}

function Bar({ notice, currency }: { notice: Notice; currency: string }) {
  const { t } = useTranslation('staff');
  const now = useNow(1_000);
  const { act } = useAct(currency);
  const undoAtTable = useUndoAtTable(currency);
  const { takeBack: undoSoldOut } = useSoldOut();
  const readmit = useReadmitDiner();
  const { kind, text, undo, until } = notice;
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) clearNotice();
  }, [isOver]);

  const handleUndo = (target: UndoTarget) => {
    // The button disappears. Keyboard users continue at the orders.
    document.querySelector('main')?.focus({ preventScroll: true });
    clearNotice();
    const says = t('acts.undone', { act: text });
    if ('removed' in target) readmit(target.removed);
    else if ('soldOut' in target) undoSoldOut(target.soldOut, says);
    else if ('sessionId' in target) undoAtTable(target, says);
    else act({ type: 'takenBack', orderId: target.orderId }, { actId: target.actId, says });
  };

  return (
    <Paper>
      {kind === 'done' ? <Check aria-hidden /> : <CircleAlert aria-hidden />}
      <Text as="span" $grow $breaks $type="strong">
        {text}
      </Text>
      {undo && (
        <Undo type="button" onClick={() => handleUndo(undo)}>
          {t('acts.undo')}
          <Seconds aria-hidden>{t('acts.seconds', { seconds: Math.ceil((until - now) / 1_000) })}</Seconds>
        </Undo>
      )}
    </Paper>
  );
}

const Region = styled.section`
  position: fixed;
  z-index: ${layer.bar};
  inset: auto ${space.md} calc(${space.md} + ${safe.bottom});
  display: grid;
  justify-items: center;
  pointer-events: none;
`;

const Paper = styled.div`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  width: min(100%, ${size.centredPanel});
  min-height: ${size.control};
  padding: ${space.xs} ${space.xs} ${space.xs} ${space.lg};
  color: ${colour('onToast')};
  background: ${colour('toast')};
  border-radius: ${radius.lg};
  box-shadow: ${colour('shadow')};
  pointer-events: auto;
  ${longWords};

  > svg {
    flex: none;
  }
`;

const Undo = styled.button`
  display: flex;
  flex: none;
  align-items: baseline;
  gap: ${space.sm};
  min-height: ${size.touch};
  align-content: center;
  padding-inline: ${space.lg};
  ${type.button};
  line-height: ${size.touch};
  color: ${colour('toast')};
  background: ${colour('onToast')};
  border-radius: ${radius.md};
`;

const Seconds = styled.span`
  ${type.small};
  ${figures};
`;
