import { useTranslation } from 'react-i18next';
import type { TableLine } from '#client/cart/table-cart.ts';
import { useCartStatus } from '#src/cart/hooks.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useNameOfDish } from './use-name-of-dish.ts';
import type { OrderDraft } from './use-order-draft.ts';

/** The ways to leave lines out of the order. A server that orders only whole carts allows none of them. */
export function useLeaveOutActions({
  choice,
  priced,
  blocked,
  isStopped,
  isRefusedLine,
}: Pick<OrderDraft, 'choice' | 'priced' | 'blocked' | 'isStopped' | 'isRefusedLine'>) {
  const { t } = useTranslation('cart');
  const { mayLeaveOut } = useCartStatus();
  const nameOfDish = useNameOfDish();
  const orderedLines = priced.diners.flatMap(({ lines }) => lines);
  const blockedLines = new Set(blocked.lines.map(({ line }) => line));

  const leaveOut = (lines: readonly TableLine[]) => {
    choice.leaveOut(lines);
    for (const { item } of lines) announce(t('leftOut.told', { name: nameOfDish(item) }));
  };
  const leaveOutLine = (line: TableLine) => {
    // The menu on this phone may not know why the server refused. Then offer it for every line.
    const isOffered = blocked.anybodys ? blockedLines.has(line) : isRefusedLine;
    const isLastOne = orderedLines.length === 1;
    return isOffered && !isLastOne ? () => leaveOut([line]) : undefined;
  };
  const hasMine = orderedLines.some(({ line }) => line.mine && !blockedLines.has(line));

  return {
    /** For a line, the action that leaves it out, if there is one. */
    leaveOutLine: mayLeaveOut ? leaveOutLine : undefined,
    /** Replaces the button that orders, because the blocked lines may be far up on the page. */
    leaveOutBlocked:
      isStopped && mayLeaveOut && !blocked.everything ? () => leaveOut([...blockedLines]) : undefined,
    mayOrderMine: mayLeaveOut && !choice.onlyMine && hasMine && priced.diners.length > 1,
  };
}
